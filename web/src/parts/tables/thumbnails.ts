/** Fetches pictures of boards one after the other: a list has many, and the server draws a few at a time. */

let last: Promise<unknown> = Promise.resolve();

/** The address once the picture is in the browser's cache; empty if there is none. */
export function drawn(address: string): Promise<string> {
  const mine = last.then(
    () =>
      new Promise<string>((tell) => {
        const image = new Image();
        image.onload = () => tell(address);
        image.onerror = () => tell("");
        image.src = address;
      }),
  );
  last = mine;
  return mine;
}
