/** What the places of Amyitis and the whole board are called, in the reader's language. */

import type { City, Edge, GardenTile, Player, Square, View } from "../../generated/amyitis";
import { byLanguage, catalogue, list, say, type Values } from "../kit";
import { en } from "./en";

export const messages = catalogue(
  en,
  import.meta.glob("../../languages/*/games/amyitis.ts", { eager: true, import: "default" }),
);
export const refusals = byLanguage(
  import.meta.glob<Record<string, string>>("../../languages/*/refusals/amyitis.ts", { eager: true, import: "default" }),
);
export const t = (key: string, values: Values = {}): string => say(messages, key, values);
export const nameOf = (thing: string): string => t(`name:${thing}`);

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
export const cityName = capital;
export const templeName = capital;

const some = (items: string[]): string => (items.length > 0 ? list(items) : t("nothing"));

export const seatName = (seat: number, view: View, names: string[]): string =>
  seat === view.seat ? t("you") : (names[seat] ?? "");

const owner = (cube: string | number, view: View, names: string[]): string =>
  cube === "n" ? t("neutral") : seatName(Number(cube), view, names);
// In order, so no "and" between them.
const owners = (cubes: (string | number)[], view: View, names: string[]): string =>
  cubes.length > 0 ? cubes.map((cube) => owner(cube, view, names)).join(", ") : t("none");

export function tileWords(tile: GardenTile): string {
  return list([
    t("prestige", { n: tile.prestige }),
    ...(tile.talents > 0 ? [t("talents", { n: tile.talents })] : []),
    ...(tile.camels > 0 ? [t("camels", { n: tile.camels })] : []),
    ...(tile.resources > 0 ? [t("resources", { n: tile.resources })] : []),
    ...(tile.court.length > 0 ? [t("courtCard")] : []),
  ]);
}

function square({ place, floor, tile, planted_by, irrigated }: Square, view: View, names: string[]): string {
  const values = { square: place, floor };
  if (planted_by !== null) return t("place:square:planted", { ...values, owner: seatName(planted_by, view, names) });
  if (tile === null) return t("place:square:paved", values);
  return t(irrigated ? "place:square:wet" : "place:square:dry", { ...values, tile: tileWords(tile) });
}

function edge({ place, areas, cubes }: Edge, view: View, names: string[]): string {
  if (cubes.length === 0) return t("place:edge:empty", { edge: place, n: areas });
  const values = { edge: place, filled: cubes.length, areas, cubes: owners(cubes, view, names) };
  return t(cubes.length >= areas ? "place:edge:full" : "place:edge", values);
}

function city({ name, asks, sells, plant, caravan }: City): string {
  const price = [asks, plant?.extra ?? null].filter((resource) => resource !== null).map(nameOf);
  const offers = plant ? [t("place:plant", { quality: plant.quality })] : sells.map(nameOf);
  return t(caravan ? "place:city:here" : "place:city", {
    city: cityName(name),
    asks: price.length > 0 ? list(price) : t("place:anything"),
    offers: offers.length > 0 ? list(offers) : t("place:babylon"),
  });
}

function group(at: number, view: View): string {
  const found = view.crafts[at];
  if (!found || found.cards.length === 0) return t("place:group:empty", { group: at + 1 });
  const values = { group: at + 1, cards: list(found.cards.map(nameOf)) };
  if (found.price === 0) return t("place:group:free", values);
  return t("place:group", { ...values, price: t("talents", { n: found.price }) });
}

/** A card to recruit: `2:priest` is the priest of group 2. */
function craft(which: string, view: View): string {
  const [at = "", name = ""] = which.split(":");
  const price = view.crafts[Number(at) - 1]?.price ?? 0;
  const values = { craft: nameOf(name), group: at };
  return price === 0
    ? t("place:craft:free", values)
    : t("place:craft", { ...values, price: t("talents", { n: price }) });
}

function court(kind: string, view: View): string {
  const left = view.court[kind] ?? [];
  if (kind === "gardener") return t("place:court:gardener", { n: left[0] ?? 0 });
  const has = view.players[view.actor]?.[kind as "banker" | "caravaneer" | "palace"] ?? 0;
  return t("place:court", { kind: nameOf(kind), level: has + 1, left: left[has] ?? 0 });
}

function field(name: string, view: View, names: string[]): string {
  const found = view.fields.find((row) => row.name === name);
  if (!found) return nameOf(name);
  const next = found.spaces[found.cubes.length];
  const resource = next ? nameOf(next) : t("nothing");
  return t("place:field", { field: nameOf(name), resource, cubes: owners(found.cubes, view, names) });
}

function temple(name: string, view: View, names: string[]): string {
  const cubes = view.temples.find((row) => row.name === name)?.cubes ?? [];
  return t("place:temple", { temple: templeName(name), cubes: owners(cubes, view, names) });
}

const LABELS: Record<string, (name: string, view: View, names: string[]) => string> = {
  group: (name, view) => group(Number(name) - 1, view),
  craft,
  city: (name, view) => {
    const found = view.ring.find((space) => space.name === name);
    return found ? city(found) : cityName(name);
  },
  field,
  temple,
  edge: (name, view, names) => {
    const found = view.edges.find((each) => each.place === name);
    return found ? edge(found, view, names) : name;
  },
  square: (name, view, names) => {
    const found = view.squares.find((each) => each.place === name);
    return found ? square(found, view, names) : name;
  },
  sell: (name) => t("place:sell", { resource: nameOf(name) }),
  pay: (name) => t("place:pay", { resource: nameOf(name) }),
  supply: (name) => t("place:supply", { resource: nameOf(name) }),
  give: (name) => t("place:give", { resource: nameOf(name) }),
  discard: (name) => t("place:discard", { resource: nameOf(name) }),
  have: (name, view) => t("place:have", { resource: nameOf(name), n: view.players[view.seat]?.resources[name] ?? 0 }),
  court,
  prize: (name) => t(`place:prize:${name}`),
  seat: (name, view, names) => seatName(Number(name), view, names),
};

/** A place in words. */
export function label(place: string, view: View, names: string[]): string {
  const [, kind = "", name] = /^(\w+)(?::(.*))?$/.exec(place) ?? [];
  if (name === undefined) return t(`place:${kind}`);
  return LABELS[kind]?.(name, view, names) ?? place;
}

/** What one seat has, item by item. */
export function belongings(player: Player): string[] {
  const goods = Object.entries(player.resources).filter(([, count]) => count > 0);
  const tracks = ["caravaneer", "banker", "palace"] as const;
  return [
    t("say:score", { n: player.score }),
    t("talents", { n: player.talents }),
    t("camels", { n: player.camels }),
    ...goods.map(([name, count]) => `${count} ${nameOf(name)}`),
    ...tracks.map((kind) => t("level", { kind: nameOf(kind), level: player[kind] })),
    t("gardeners", { n: player.gardeners }),
    t("tiles", { n: player.tiles.length }),
    ...(player.first ? [t("firstPlayer")] : []),
    ...(player.passed ? [t("hasPassed")] : []),
  ];
}

/** The whole board in words. */
export function describe(view: View, names: string[]): { heading: string; lines: string[] }[] {
  const watered = view.edges.filter((each) => each.cubes.length > 0);
  const open = view.edges.filter((each) => each.available).map((each) => each.place);
  const tokens = view.caravaneer_resources.map(nameOf);
  return [
    {
      heading: t("say:garden"),
      lines: [t("say:garden:left", { n: view.tiles_left }), ...view.squares.map((each) => square(each, view, names))],
    },
    {
      heading: t("say:water"),
      lines: [
        ...(watered.length > 0 ? watered.map((each) => edge(each, view, names)) : [t("say:water:none")]),
        open.length > 0 ? t("say:water:open", { edges: list(open) }) : t("say:water:closed"),
      ],
    },
    { heading: t("say:ring"), lines: view.ring.map(city) },
    { heading: t("say:fields"), lines: view.fields.map((each) => field(each.name, view, names)) },
    { heading: t("say:temples"), lines: view.temples.map((each) => temple(each.name, view, names)) },
    { heading: t("say:crafts"), lines: view.crafts.map((_, at) => group(at, view)) },
    {
      heading: t("say:court"),
      lines: [
        ...Object.entries(view.court).map(([kind, left]) =>
          t("say:court:line", { kind: nameOf(kind), left: left.join(", ") }),
        ),
        ...(tokens.length > 0 ? [t("say:court:tokens", { resources: some(tokens) })] : []),
      ],
    },
    {
      heading: t("say:players"),
      lines: view.players.map((player) =>
        t("say:player", { seat: seatName(player.seat, view, names), things: list(belongings(player)) }),
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

/** What a turn can be: only what is possible is asked for. */
function turn(view: View): string {
  const offers = (kind: string) => view.choices.some(({ clicks }) => clicks[0]?.startsWith(`${kind}:`));
  if (offers("craft")) return offers("city") ? "ask:turn" : "ask:turn/recruit";
  return offers("city") ? "ask:turn/caravan" : "ask:turn/pass";
}
