/** Values kept in the browser's local storage between visits, by name. Settings are in `settings.svelte.ts`. */

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(`ziggurat:${name}`, JSON.stringify(value));
  } catch {
    // It is forgotten when the page is closed.
  }
}

export function recall<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(`ziggurat:${name}`);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined; // no storage, or not ours
  }
}
