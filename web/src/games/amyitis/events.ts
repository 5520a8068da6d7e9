/** What events of Amyitis light up, move and score. */

import type { View } from "../../generated/amyitis";
import type { GameEvent } from "../../generated/protocol";
import type { Effect, ScoreSource } from "../kit";
import { waterWay } from "./geometry";

const text = (event: GameEvent, name: string): string => String(event.arguments[name] ?? "").toLowerCase();

/** The edges of the garden whose cubes brought points. */
function counted({ arguments: facts }: GameEvent): string[] {
  const edges = facts["counted"];
  return Array.isArray(edges) ? [...new Set(edges.map((edge) => `edge:${String(edge)}`))] : [];
}

/** The places an event is about. */
export function places(event: GameEvent): string[] {
  const of = (kind: string, argument: string = kind): string[] => {
    const name = text(event, argument);
    return name ? [`${kind}:${name}`] : [];
  };
  switch (event.kind) {
    case "recruited":
      return of("group");
    case "worked":
    case "row won":
    case "row tied":
      return of("field", "row");
    case "prayed":
    case "neutral priest":
    case "temple won":
      return of("temple");
    case "irrigated":
    case "neutral water":
      return of("edge");
    case "moved":
    case "plant turned":
      return of("city");
    case "court taken":
      return of("court", "kind");
    case "gardener taken":
      return ["court:gardener"];
    case "planted":
    case "irrigation tied":
      return of("square");
    case "gained":
      return [...of("square"), ...counted(event)];
    case "resource":
      return of("supply", "resource");
    case "passed":
      return ["passed"];
    default:
      return [];
  }
}

/** The place that tokens and points of a source come from, where there is one. */
function sourcePlace(source: string): string | null {
  switch (source) {
    case "the banker":
      return "court:banker";
    case "the palace":
      return "court:palace";
    case "the caravaneer":
      return "court:caravaneer";
    case "a sale":
      return "city:babylon";
    case "the pass square":
      return "passed";
    case "ishtar":
    case "marduk":
    case "tammouz":
      return `temple:${source}`;
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
      const way = waterWay(text(event, "edge"), new Set(full)).map((edge) => `edge:${edge}`);
      return [...here.flatMap((to) => laid(to, seat)), { kind: "run", places: way }];
    }
    case "worked":
    case "prayed":
    case "passed":
      return here.flatMap((to) => laid(to, seat));
    case "planted":
      return here.flatMap((place): Effect[] => [
        { kind: "fly", from: `city:${view.ring.find((city) => city.caravan)?.name ?? ""}`, to: place, seat, pieces: ["plant"] },
        { kind: "pulse", place },
      ]);
    case "resource":
      return here.map((from) => ({ kind: "fly", from, to: mark, seat, pieces: [`good:${text(event, "resource")}`] }));
    case "court taken":
    case "gardener taken":
      return here.map((from) => ({ kind: "fly", from, to: mark, seat, pieces: [from] }));
    case "gained":
      return gained(event);
    case "talents":
    case "camels": {
      const from = sourcePlace(text(event, "source"));
      const pieces = Array<string>(Number(event.arguments["count"])).fill(`good:${event.kind.slice(0, -1)}`);
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
function gained(event: GameEvent): Effect[] {
  const { seat, arguments: facts } = event;
  const square = text(event, "square");
  const edges = counted(event);
  return [
    ...(edges.length ? [{ kind: "light", places: edges, seat } as const] : []),
    { kind: "points", from: square ? `square:${square}` : sourcePlace(text(event, "source")), seat, points: Number(facts["count"]) },
  ];
}

const SOURCES = [
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
  const found = new Map<string, number[]>();
  for (const { kind, seat, arguments: details } of history) {
    if (kind !== "gained" || seat < 0) continue;
    const source = String(details["source"]);
    const name = `source:${SOURCES.includes(source) ? source : "other"}`;
    const points = found.get(name) ?? Array<number>(view.seats).fill(0);
    points[seat] = (points[seat] ?? 0) + Number(details["count"]);
    found.set(name, points);
  }
  return [...SOURCES, "other"].flatMap((source) => {
    const points = found.get(`source:${source}`);
    return points ? [{ name: `source:${source}`, points }] : [];
  });
}
