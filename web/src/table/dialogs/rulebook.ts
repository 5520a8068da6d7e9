/** The rules of a game as HTML, fetched once. The Markdown parser is loaded with the first. */

import { api } from "../../lib/api";
import type { Language } from "../../languages/language.svelte";

const read = new Map<string, Promise<string>>();

export function rulebook(game: string, language: Language): Promise<string> {
  const key = `${game}/${language}`;
  let page = read.get(key);
  if (!page) {
    const text = api.text(`/games/${game}/rules?language=${language}`);
    page = import("../../lib/rulesHtml").then(async ({ readRules }) => readRules(await text).html);
    page.catch(() => read.delete(key));
    read.set(key, page);
  }
  return page;
}
