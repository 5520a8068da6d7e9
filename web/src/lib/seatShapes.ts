/** Seats are told apart by shape as well as by stone: circle, triangle, square, diamond, in a unit circle. */

const PATHS = [
  "M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z",
  "M0 -1.1L1.04 0.8H-1.04Z",
  "M-0.86 -0.86H0.86V0.86H-0.86Z",
  "M0 -1.15L1.05 0L0 1.15L-1.05 0Z",
];

/** The outline of a seat's shape, as the `d` of a path with radius 1 around the origin. */
export const shape = (seat: number): string => PATHS[seat] ?? PATHS[0]!;
