/** What events of Amyitis light up, move and score. */

import type { GameEvent, SourceName, View } from "../../generated/amyitis";
import type { Effect, ScoreSource } from "../kit";
import { waterWay } from "./board/geometry";

type Of<Kind extends GameEvent["kind"]> = Extract<GameEvent, { kind: Kind }>;

/** The edges of the garden whose cubes brought points. */
const counted = ({ arguments: { counted: edges = [] } }: Of<"gained">): string[] => [
  ...new Set(edges.map((edge) => `edge:${edge}`)),
];

/** The places an event is about. */
export function places(event: GameEvent): string[] {
  switch (event.kind) {
    case "recruited":
      return [`group:${event.arguments.group}`];
    case "worked":
    case "row won":
    case "row tied":
      return [`field:${event.arguments.row}`];
    case "prayed":
    case "neutral priest":
    case "temple won":
      return [`temple:${event.arguments.temple.toLowerCase()}`];
    case "irrigated":
    case "neutral water":
      return [`edge:${event.arguments.edge}`];
    case "moved":
    case "plant turned":
      return [`city:${event.arguments.city.toLowerCase()}`];
    case "court taken":
      return [`court:${event.arguments.kind}`];
    case "gardener taken":
      return ["court:gardener"];
    case "planted":
    case "irrigation tied":
      return [`square:${event.arguments.square}`];
    case "gained":
      return [...squareOf(event), ...counted(event)];
    case "resource":
      return [`supply:${event.arguments.resource}`];
    case "passed":
      return ["passed"];
    default:
      return [];
  }
}

const squareOf = ({ arguments: { square } }: Of<"gained">): string[] => (square === null ? [] : [`square:${square}`]);

/** The place that tokens and points of a source come from, where there is one. */
function sourcePlace(source: SourceName): string | null {
  switch (source) {
    case "the banker":
      return "court:banker";
    case "the palace":
      return "court:palace";
    case "the caravaneer":
      return "court:caravaneer";
    case "a sale":
      return "city:babylon";
    case "the Pass square":
      return "passed";
    case "Ishtar":
    case "Marduk":
    case "Tammouz":
      return `temple:${source.toLowerCase()}`;
    default:
      return null;
  }
}

/** What to show when an event arrives. */
export function effects(event: GameEvent, view: View): Effect[] {
  const { seat } = event;
  const here = places(event);
  const mark = `seat:${seat}`;
  switch (event.kind) {
    case "irrigated":
    case "neutral water": {
      const full = view.edges.filter((edge) => edge.cubes.length >= edge.areas).map((edge) => edge.place);
      const way = waterWay(event.arguments.edge, new Set(full)).map((edge) => `edge:${edge}`);
      return [...here.flatMap((to) => laid(to, seat)), { kind: "run", places: way }];
    }
    case "worked":
    case "prayed":
    case "passed":
      return here.flatMap((to) => laid(to, seat));
    case "planted":
      return here.flatMap((place): Effect[] => [
        {
          kind: "fly",
          from: `city:${view.ring.find((city) => city.caravan)?.name ?? ""}`,
          to: place,
          seat,
          pieces: ["plant"],
        },
        { kind: "pulse", place },
      ]);
    case "resource":
      return here.map((from) => ({ kind: "fly", from, to: mark, seat, pieces: [`good:${event.arguments.resource}`] }));
    case "court taken":
    case "gardener taken":
      return here.map((from) => ({ kind: "fly", from, to: mark, seat, pieces: [from] }));
    case "gained":
      return gained(event);
    case "talents":
    case "camels": {
      const from = sourcePlace(event.arguments.source);
      const pieces = Array<string>(event.arguments.count).fill(event.kind === "talents" ? "good:talent" : "good:camel");
      return from ? [{ kind: "fly", from, to: mark, seat, pieces }] : [];
    }
    case "row won":
    case "row tied":
      return here.map((place) => ({ kind: "fall", place }));
    default:
      return here.map((place) => ({ kind: "pulse", place }));
  }
}

/** A seat's cube comes to a place; neutral ones are just there. */
const laid = (to: string, seat: number): Effect[] =>
  seat < 0 ? [] : [{ kind: "fly", from: `seat:${seat}`, to, seat, pieces: [`cube:${seat}`] }];

/** Points, from the square or the place they were scored at, and the water that was counted for them. */
function gained(event: Of<"gained">): Effect[] {
  const {
    seat,
    arguments: { count, source },
  } = event;
  const edges = counted(event);
  return [
    ...(edges.length ? [{ kind: "light", places: edges, seat } as const] : []),
    { kind: "points", from: squareOf(event)[0] ?? sourcePlace(source), seat, points: count },
  ];
}

/** The sources of prestige that have a line of their own at the end, in the order of their lines. */
const SHOWN: readonly SourceName[] = [
  "the garden tile",
  "irrigation",
  "the engineer",
  "a sale",
  "the palace",
  "the banker",
  "Marduk",
  "Amyitis' favour",
  "resources left",
];

/** Where each seat's points came from. */
export function sources(history: GameEvent[], view: View): ScoreSource[] {
  const totals = new Map<string, number[]>();
  for (const event of history) {
    if (event.kind !== "gained" || event.seat < 0) continue;
    const { count, source } = event.arguments;
    const name = SHOWN.includes(source) ? source : "other";
    const points = totals.get(name) ?? Array<number>(view.seats).fill(0);
    points[event.seat] = (points[event.seat] ?? 0) + count;
    totals.set(name, points);
  }
  return [...SHOWN, "other"].flatMap((name) => {
    const points = totals.get(name);
    return points ? [{ name: `source:${name}`, points }] : [];
  });
}
