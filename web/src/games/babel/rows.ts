/** A row of nation cards: how it is spread, and which neighbours belong together. */

const CARD = 42; // a card's height where there is room; the youngest is seen whole
const STEP = 27; // of every older card
const FOOT = 16; // left free at the end of a lane for the number of its cards
const RUN = 3;

interface Run {
  name: string; // as it is clicked: `S`, `S2`
  nation: string;
  from: number;
  to: number; // the last card, included
}

/** The height of a card in a lane, and how much is seen of every card but the youngest, so that all of them fit. */
export function spread(cards: number, length: number): { card: number; step: number } {
  const card = Math.min(CARD, length * 0.27);
  return { card, step: Math.min(STEP, card, (length - FOOT - card) / Math.max(1, cards - 1)) };
}

/** Three or more equal neighbours, the oldest first. */
export function runs(row: string): Run[] {
  const counted: Record<string, number> = {};
  const result: Run[] = [];
  for (const { 0: cards, index } of row.matchAll(/(.)\1*/g)) {
    if (cards.length < RUN) continue;
    const nation = cards.charAt(0);
    const number = (counted[nation] = (counted[nation] ?? 0) + 1);
    result.push({ name: nation + (number > 1 ? number : ""), nation, from: index, to: index + cards.length - 1 });
  }
  return result;
}

const READABLE = 13; // of a card that is not whole: less is not told from its neighbours

export interface Cell {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How many columns a row is folded into, so that of every card enough is seen. */
export function folds(cards: number, length: number): number {
  if (spread(cards, length).step >= READABLE) return 1;
  return Math.ceil((cards * READABLE) / (length - FOOT));
}

/** A row folded into columns, one beside the other, the oldest card nearest the site in the first: where a card lies,
 *  counted from the row's beginning. */
export function folded(at: number, cards: number, length: number, width: number): Cell {
  const columns = folds(cards, length);
  const each = Math.ceil(cards / columns);
  const height = Math.min(STEP, (length - FOOT) / each);
  return { x: (Math.floor(at / each) * width) / columns, y: (at % each) * height, width: width / columns, height };
}

/** How many cards of a nation there are. */
export const count = (cards: string, nation: string): number => cards.split(nation).length - 1;
