/** How much room there is, as media queries. */

/** Too narrow for a panel beside the board: phones, and tablets held upright. */
export const UPRIGHT = "(max-width: 760px), (max-width: 1000px) and (orientation: portrait)";
/** Too low for anything above or below the board, and wide enough for something beside it: a phone on its side, or a
 *  page that has been made twice as large. It is never upright, however narrow. */
export const SHORT_SCREEN = "(max-height: 520px) and (min-width: 560px)";
