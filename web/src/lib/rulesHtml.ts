/** A game's rules as a page: the same Markdown the engine ships, with a place to link to for every clause. */

import { marked } from "marked";

export interface Clause {
  number: number;
  title: string;
  text: string; // without markup, for finding
}

export interface Section {
  id: string;
  title: string;
  clauses: Clause[];
}

export interface Rulebook {
  html: string;
  sections: Section[];
}

const CLAUSE = /^(\d+)\.\s+(.*?)\.?$/;

/** Read the rules. Clauses are paragraphs that begin with their number and title in bold. */
export function readRules(markdown: string): Rulebook {
  const page = new DOMParser().parseFromString(marked.parse(markdown, { async: false }), "text/html");
  const sections: Section[] = [];
  page.querySelector("h1")?.remove(); // the page has its own
  let clause: Clause | null = null;
  for (const element of Array.from(page.body.children)) {
    if (element.tagName === "H2") {
      const section = { id: `section-${sections.length + 1}`, title: element.textContent ?? "", clauses: [] };
      element.id = section.id;
      sections.push(section);
      clause = null;
      continue;
    }
    const name = element.tagName === "P" ? element.firstElementChild : null;
    const heading =
      name?.tagName === "STRONG" && name === element.firstChild ? CLAUSE.exec(name.textContent ?? "") : null;
    if (heading) {
      clause = { number: Number(heading[1]), title: heading[2]!, text: "" };
      sections.at(-1)?.clauses.push(clause);
      element.id = `clause-${clause.number}`;
      element.classList.add("clause");
      element.setAttribute("tabindex", "-1");
      element.prepend(anchor(page, clause));
    }
    if (clause) clause.text += ` ${element.textContent ?? ""}`;
    if (element.tagName === "TABLE") wrap(page, element);
  }
  return { html: page.body.innerHTML, sections };
}

function anchor(page: Document, clause: Clause): Element {
  const link = page.createElement("a");
  link.href = `#clause-${clause.number}`;
  link.className = "anchor";
  link.textContent = "§";
  link.setAttribute("aria-hidden", "true"); // the table of contents links to every clause, with words
  link.setAttribute("tabindex", "-1");
  return link;
}

/** A wide table scrolls by itself, not the page. */
function wrap(page: Document, table: Element): void {
  const box = page.createElement("div");
  box.className = "wide";
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", table.querySelector("th")?.textContent ?? "");
  table.replaceWith(box);
  box.append(table);
}

/** The clauses that match a search: a number finds that clause, words find clauses with all of them. */
export function find(sections: Section[], wanted: string): Clause[] {
  const all = sections.flatMap((section) => section.clauses);
  const asked = wanted.trim().toLowerCase();
  if (!asked) return all;
  if (/^\d+$/.test(asked)) return all.filter((clause) => clause.number === Number(asked));
  const words = asked.split(/\s+/);
  return all.filter((clause) => words.every((word) => clause.text.toLowerCase().includes(word)));
}
