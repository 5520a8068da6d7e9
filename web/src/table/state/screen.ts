/** How much room the screen has, from media queries. */

import { MediaQuery } from "svelte/reactivity";

/** Too narrow for a panel beside the board: phones, and tablets held upright. */
const NARROW = "(max-width: 760px), (max-width: 1000px) and (orientation: portrait)";
/** Too low for anything above or below the board, and wide enough for something beside it: a phone on its side, or a
 *  page zoomed to 200%. Never upright, however narrow. */
const SHORT = "(max-height: 520px) and (min-width: 560px)";
/** Room for a column on either side of the board. */
const WIDE = "(min-width: 1800px)";

export class Screen {
  #narrow = new MediaQuery(NARROW);
  #short = new MediaQuery(SHORT);
  #wide = new MediaQuery(WIDE);

  /** A large window. */
  get wide(): boolean {
    return this.#wide.current;
  }

  /** A phone on its side. */
  get flat(): boolean {
    return this.#short.current;
  }

  /** A phone or a tablet held upright. */
  get upright(): boolean {
    return this.#narrow.current && !this.flat;
  }

  /** Too little room for everything at once. */
  get phone(): boolean {
    return this.#narrow.current || this.flat;
  }
}
