/** The Web Share API: the phone's own share sheet. Desktops seldom have one. */

export interface Link {
  title: string;
  url: string;
}

/** Whether this browser can share links, or pictures. */
export function canSend(what: "link" | "file"): boolean {
  if (!("share" in navigator)) return false;
  if (what === "link") return true;
  const file = new File([], "board.png", { type: "image/png" });
  return "canShare" in navigator && navigator.canShare({ files: [file] });
}

/** Share a link, or a picture with its link. Cancelling is no error. */
export async function send(link: Link, file?: { path: string; name: string }): Promise<void> {
  const sent: ShareData = { ...link };
  if (file) {
    const answer = await fetch(file.path);
    if (!answer.ok) throw new Error(answer.statusText);
    const blob = await answer.blob();
    sent.files = [new File([blob], file.name, { type: blob.type })];
  }
  await navigator.share(sent).catch((problem: unknown) => {
    if ((problem as Error).name !== "AbortError") throw problem;
  });
}
