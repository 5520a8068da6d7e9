/** Waarom iets niet mag, in het Nederlands: voor elke zin van de engine een. */

import type { Forms } from "../../../generated/refusals";

export default {
  "'{text}' is not a move; moves look like 'claim b2' or 'roll'.": "'{text}' is geen zet; een zet ziet eruit als 'claim b2' of 'roll'.",
  "A well is claimed first, such as 'claim b2' (clause 2).": "Eerst neem je een put, zoals 'claim b2' (regel 2).",
  "Seat {owner} has claimed {well} already (clause 2).": "Plaats {owner} heeft {well} al genomen (regel 2).",
  "The well is rolled for first: 'roll' (clause 2).": "Eerst wordt voor de put gegooid: 'roll' (regel 2).",
} satisfies Record<Forms["wells"], string>;
