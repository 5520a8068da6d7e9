/** A form that is being sent: whether the answer is awaited, and the sentence with which it was refused. */
export class Submission {
  busy = $state(false);
  error = $state("");

  /** Do it, and say whether it was done; if not, `error` says why. */
  async send(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.error = "";
    try {
      await work();
      return true;
    } catch (refusal) {
      this.error = (refusal as Error).message;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
