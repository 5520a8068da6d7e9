/** Short notices at the foot of the page. They go by themselves, unless they tell of a failure: those wait to be read. */

interface Toast {
  id: number;
  text: string;
  kind: "note" | "done" | "problem";
}

const STAY = 5000; // milliseconds

class Toasts {
  shown = $state<Toast[]>([]);
  #last = 0;

  show(text: string, kind: Toast["kind"] = "note"): void {
    if (this.shown.some((toast) => toast.text === text)) return;
    const id = ++this.#last;
    this.shown.push({ id, text, kind });
    if (kind !== "problem") setTimeout(() => this.drop(id), STAY);
  }

  drop(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
export const toast = (text: string, kind?: Toast["kind"]): void => toasts.show(text, kind);

/** Tell of an error, in its own words. */
export const problem = (error: unknown): void =>
  toasts.show(error instanceof Error ? error.message : String(error), "problem");
