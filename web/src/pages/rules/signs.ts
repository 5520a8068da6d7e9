/** Adds the game's signs to its rules, so that readers see what a piece looks like. */

interface Named {
  word: string; // what the rules call it
  sign: string; // what the game's `Sign` draws
}

const BLOCKS = "p, li, td, th";
const UNTOUCHED = "code, a, .sign";

/** Put a sign before the first mention of each piece: in every block of the section about the pieces (the second), and in
 *  the titles of clauses. `draw` fills the places made for them. */
export function addSigns(article: Element, names: Named[], draw: (place: Element, sign: string) => void): void {
  const blocks = [...article.querySelectorAll(BLOCKS)].filter((block) => isAboutPieces(article, block));
  for (const block of [...blocks, ...article.querySelectorAll(".clause > strong")])
    for (const { word, sign } of names) {
      const place = before(block, word);
      if (place) draw(place, sign);
    }
}

function isAboutPieces(article: Element, block: Element): boolean {
  const follows = (id: string): boolean => {
    const heading = article.querySelector(`#${id}`);
    return !!heading && !!(heading.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING);
  };
  return follows("section-2") && !follows("section-3");
}

/** A place before the first mention of a word, also of several of its kind; none if it is not mentioned. */
function before(block: Element, word: string): Element | null {
  const mention = new RegExp(`(?<!\\p{L})${word}(?:s|en|n)?(?!\\p{L})`, "iu");
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const at = text.data.search(mention);
    if (at < 0 || text.parentElement?.closest(UNTOUCHED)) continue;
    const place = document.createElement("span");
    place.className = "sign";
    place.ariaHidden = "true"; // the word stands beside it
    text.splitText(at).before(place);
    return place;
  }
  return null;
}
