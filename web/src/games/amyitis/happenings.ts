/** What events of Amyitis light up, move and score. */

import type { View } from "../../generated/amyitis";
import type { Happening } from "../../generated/protocol";
import type { Effect, ScoreSource } from "../module";
import { waterWay } from "./geometry";

const text = (happening: Happening, name: string): string => String(happening.arguments[name] ?? "").toLowerCase();

/** The places an event is about. */
export function places(happening: Happening): string[] {
  const of = (kind: string, argument: string = kind): string[] => {
    const name = text(happening, argument);
    return name ? [`${kind}:${name}`] : [];
  };
  switch (happening.kind) {
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
export function effects(happening: Happening, view: View): Effect[] {
  const { seat } = happening;
  const here = places(happening);
  const mark = `seat:${seat}`;
  switch (happening.kind) {
    case "irrigated":
    case "neutral water": {
      const full = view.edges.filter((edge) => edge.cubes.length >= edge.areas).map((edge) => edge.place);
      const way = waterWay(text(happening, "edge"), new Set(full)).map((edge) => `edge:${edge}`);
      const cube: Effect[] = here.map((to) => ({ kind: "fly", from: mark, to, seat }));
      return [...(seat >= 0 && happening.kind === "irrigated" ? cube : []), { kind: "light", places: way, seat }];
    }
    case "worked":
    case "prayed":
    case "passed":
      return here.map((to) => ({ kind: "fly", from: mark, to, seat }));
    case "planted":
      return here.flatMap((place): Effect[] => [
        { kind: "fly", from: mark, to: place, seat },
        { kind: "pulse", place },
      ]);
    case "resource":
    case "court taken":
    case "gardener taken":
      return here.map((from) => ({ kind: "fly", from, to: mark, seat }));
    case "gained":
      return [
        {
          kind: "points",
          from: sourcePlace(text(happening, "source")),
          seat,
          points: Number(happening.arguments["count"]),
        },
      ];
    case "talents":
    case "camels": {
      const from = sourcePlace(text(happening, "source"));
      return from ? [{ kind: "fly", from, to: mark, seat }] : [];
    }
    case "row won":
    case "row tied":
      return here.map((place) => ({ kind: "fall", place }));
    default:
      return here.map((place) => ({ kind: "pulse", place }));
  }
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
export function sources(history: Happening[], view: View): ScoreSource[] {
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
