/** How much room there is, as media queries. */

/** Too narrow for a panel beside the board: phones, and tablets held upright. */
export const UPRIGHT = "(max-width: 760px), (max-width: 1000px) and (orientation: portrait)";
/** Too low for anything above or below the board: a phone on its side, if it is not narrow as well. */
export const LOW = "(max-height: 520px)";
