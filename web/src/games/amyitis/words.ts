/** What the places of Amyitis and the whole board are called, in the reader's language. */

import type { City, Edge, GardenTile, Player, Square, View } from "../../generated/amyitis";
import { gameWords, list, type Values } from "../kit";
import { en } from "./en";

export const { messages, refusals, words } = gameWords(
  en,
  import.meta.glob("../../languages/*/{games,refusals}/amyitis.ts", { eager: true, import: "default" }),
);
export const nameOf = (thing: string): string => words(`name:${thing}`);

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
export const cityName = capital;
export const templeName = capital;

const some = (items: string[]): string => (items.length > 0 ? list(items) : words("nothing"));

export const seatName = (seat: number, view: View, names: string[]): string =>
  seat === view.seat ? words("you") : (names[seat] ?? "");

const owner = (cube: string | number, view: View, names: string[]): string =>
  cube === "n" ? words("neutral") : seatName(Number(cube), view, names);
// In order, so no "and" between them.
const owners = (cubes: (string | number)[], view: View, names: string[]): string =>
  cubes.length > 0 ? cubes.map((cube) => owner(cube, view, names)).join(", ") : words("none");

export function tileWords(tile: GardenTile): string {
  return list([
    words("prestige", { n: tile.prestige }),
    ...(tile.talents > 0 ? [words("talents", { n: tile.talents })] : []),
    ...(tile.camels > 0 ? [words("camels", { n: tile.camels })] : []),
    ...(tile.resources > 0 ? [words("resources", { n: tile.resources })] : []),
    ...(tile.court.length > 0 ? [words("courtCard")] : []),
  ]);
}

function square({ place, floor, tile, planted_by, irrigated }: Square, view: View, names: string[]): string {
  const values = { square: place, floor };
  if (planted_by !== null)
    return words("place:square:planted", { ...values, owner: seatName(planted_by, view, names) });
  if (tile === null) return words("place:square:paved", values);
  return words(irrigated ? "place:square:wet" : "place:square:dry", { ...values, tile: tileWords(tile) });
}

function edge({ place, areas, cubes }: Edge, view: View, names: string[]): string {
  if (cubes.length === 0) return words("place:edge:empty", { edge: place, n: areas });
  const values = { edge: place, filled: cubes.length, areas, cubes: owners(cubes, view, names) };
  return words(cubes.length >= areas ? "place:edge:full" : "place:edge", values);
}

function city({ name, asks, sells, plant, caravan }: City): string {
  const price = [asks, plant?.extra ?? null].filter((resource) => resource !== null).map(nameOf);
  const offers = plant ? [words("place:plant", { quality: plant.quality })] : sells.map(nameOf);
  return words(caravan ? "place:city:here" : "place:city", {
    city: cityName(name),
    asks: price.length > 0 ? list(price) : words("place:anything"),
    offers: offers.length > 0 ? list(offers) : words("place:babylon"),
  });
}

function group(at: number, view: View): string {
  const craft = view.crafts[at];
  if (!craft || craft.cards.length === 0) return words("place:group:empty", { group: at + 1 });
  const values = { group: at + 1, cards: list(craft.cards.map(nameOf)) };
  if (craft.price === 0) return words("place:group:free", values);
  return words("place:group", { ...values, price: words("talents", { n: craft.price }) });
}

/** A card to recruit: `2:priest` is the priest of group 2. */
function craft(which: string, view: View): string {
  const [at = "", name = ""] = which.split(":");
  const price = view.crafts[Number(at) - 1]?.price ?? 0;
  const values = { craft: nameOf(name), group: at };
  return price === 0
    ? words("place:craft:free", values)
    : words("place:craft", { ...values, price: words("talents", { n: price }) });
}

function court(kind: string, view: View): string {
  const left = view.court[kind] ?? [];
  if (kind === "gardener") return words("place:court:gardener", { n: left[0] ?? 0 });
  const has = view.players[view.actor]?.[kind as "banker" | "caravaneer" | "palace"] ?? 0;
  return words("place:court", { kind: nameOf(kind), level: has + 1, left: left[has] ?? 0 });
}

function field(name: string, view: View, names: string[]): string {
  const fieldRow = view.fields.find((row) => row.name === name);
  if (!fieldRow) return nameOf(name);
  const next = fieldRow.spaces[fieldRow.cubes.length];
  const resource = next ? nameOf(next) : words("nothing");
  return words("place:field", { field: nameOf(name), resource, cubes: owners(fieldRow.cubes, view, names) });
}

function temple(name: string, view: View, names: string[]): string {
  const cubes = view.temples.find((row) => row.name === name)?.cubes ?? [];
  return words("place:temple", { temple: templeName(name), cubes: owners(cubes, view, names) });
}

const LABELS: Record<string, (name: string, view: View, names: string[]) => string> = {
  group: (name, view) => group(Number(name) - 1, view),
  craft,
  city: (name, view) => {
    const space = view.ring.find((space) => space.name === name);
    return space ? city(space) : cityName(name);
  },
  field,
  temple,
  edge: (name, view, names) => {
    const edgeAt = view.edges.find((each) => each.place === name);
    return edgeAt ? edge(edgeAt, view, names) : name;
  },
  square: (name, view, names) => {
    const squareAt = view.squares.find((each) => each.place === name);
    return squareAt ? square(squareAt, view, names) : name;
  },
  sell: (name) => words("place:sell", { resource: nameOf(name) }),
  pay: (name) => words("place:pay", { resource: nameOf(name) }),
  supply: (name) => words("place:supply", { resource: nameOf(name) }),
  give: (name) => words("place:give", { resource: nameOf(name) }),
  discard: (name) => words("place:discard", { resource: nameOf(name) }),
  have: (name, view) =>
    words("place:have", { resource: nameOf(name), n: view.players[view.seat]?.resources[name] ?? 0 }),
  court,
  prize: (name) => words(`place:prize:${name}`),
  seat: (name, view, names) => seatName(Number(name), view, names),
};

/** A place in words. */
export function label(place: string, view: View, names: string[]): string {
  const [, kind = "", name] = /^(\w+)(?::(.*))?$/.exec(place) ?? [];
  if (name === undefined) return words(`place:${kind}`);
  return LABELS[kind]?.(name, view, names) ?? place;
}

/** What one seat has, item by item. */
export function belongings(player: Player): string[] {
  const goods = Object.entries(player.resources).filter(([, count]) => count > 0);
  const tracks = ["caravaneer", "banker", "palace"] as const;
  return [
    words("say:score", { n: player.score }),
    words("talents", { n: player.talents }),
    words("camels", { n: player.camels }),
    ...goods.map(([name, count]) => `${count} ${nameOf(name)}`),
    ...tracks.map((kind) => words("level", { kind: nameOf(kind), level: player[kind] })),
    words("gardeners", { n: player.gardeners }),
    words("tiles", { n: player.tiles.length }),
    ...(player.first ? [words("firstPlayer")] : []),
    ...(player.passed ? [words("hasPassed")] : []),
  ];
}

/** The whole board in words. */
export function describe(view: View, names: string[]): { heading: string; lines: string[] }[] {
  const watered = view.edges.filter((each) => each.cubes.length > 0);
  const open = view.edges.filter((each) => each.available).map((each) => each.place);
  const tokens = view.caravaneer_resources.map(nameOf);
  return [
    {
      heading: words("say:garden"),
      lines: [
        words("say:garden:left", { n: view.tiles_left }),
        ...view.squares.map((each) => square(each, view, names)),
      ],
    },
    {
      heading: words("say:water"),
      lines: [
        ...(watered.length > 0 ? watered.map((each) => edge(each, view, names)) : [words("say:water:none")]),
        open.length > 0 ? words("say:water:open", { edges: list(open) }) : words("say:water:closed"),
      ],
    },
    { heading: words("say:ring"), lines: view.ring.map(city) },
    { heading: words("say:fields"), lines: view.fields.map((each) => field(each.name, view, names)) },
    { heading: words("say:temples"), lines: view.temples.map((each) => temple(each.name, view, names)) },
    { heading: words("say:crafts"), lines: view.crafts.map((_, at) => group(at, view)) },
    {
      heading: words("say:court"),
      lines: [
        ...Object.entries(view.court).map(([kind, left]) =>
          words("say:court:line", { kind: nameOf(kind), left: left.join(", ") }),
        ),
        ...(tokens.length > 0 ? [words("say:court:tokens", { resources: some(tokens) })] : []),
      ],
    },
    {
      heading: words("say:players"),
      lines: view.players.map((player) =>
        words("say:player", { seat: seatName(player.seat, view, names), things: list(belongings(player)) }),
      ),
    },
  ];
}

/** The decision asked for: a key of the catalogue, and what to fill in. */
export function question(view: View, mine: boolean): { key: string; values?: Values } {
  if (view.over) return { key: "over" };
  const here = view.ring.find((space) => space.caravan);
  const asked = view.phase === "pay_plant" ? here?.plant?.extra : here?.asks;
  const values = { city: cityName(here?.name ?? ""), resource: asked ? nameOf(asked) : "" };
  if (mine && view.phase === "turn") return { key: turn(view) };
  return { key: `${mine ? "ask" : "wait"}:${view.phase}`, values };
}

/** The question of a turn names only possible actions. */
function turn(view: View): string {
  const offers = (kind: string) => view.choices.some(({ clicks }) => clicks[0]?.startsWith(`${kind}:`));
  if (offers("craft")) return offers("city") ? "ask:turn" : "ask:turn/recruit";
  return offers("city") ? "ask:turn/caravan" : "ask:turn/pass";
}
