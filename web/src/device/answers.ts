/** The part of the HTTP interface that this device answers: its own tables always, and what needs no other people where
 *  the server does not answer. The engine computes the answers with the server's own code. */

import CARDS from "../generated/cards.json";
import type {
  DeviceMatch as DeviceMatchBody,
  Fork,
  GameCard,
  Import,
  NewTable,
  Replay,
  Reviewed,
  Step,
  Table,
} from "../generated/protocol";
import { t as page } from "../languages";
import { t } from "../languages/device";
import { api, Refused, type DeviceAnswers } from "../lib/api";
import { me } from "../lib/me.svelte";
import { DEVICE } from "../lib/tables";
import {
  changedBy,
  newMatch,
  newMatchId,
  planMatch,
  planRematch,
  type DeviceMatch,
  type DevicePlan,
  type Journal,
} from "./match";
import { deviceMatches, keepStore } from "./matches.svelte";
import { problemText, withDevice } from "./start";
import { StorageProblem } from "./store";
import { isSupported } from "./support";

const TABLE = new RegExp(`^/tables/(?<id>${DEVICE}\\w+)(?<rest>/.*)?$`);
const INSTEAD: [string, RegExp][] = [
  ["GET", /^\/games(?:\/|$)/],
  ["POST", /^\/games\/\w+\/lessons\//],
  ["GET", /^\/puzzles(?:[/?]|$)/],
  ["POST", /^\/puzzles\/\w+\/\w+$/],
  ["POST", /^\/analysis(?:\/|$)/],
  ["POST", /^\/import$/],
];
const HERE = "/tables/here";
const NOT_FOUND = 404;
const NOT_HERE = 409;

export const deviceAnswers: DeviceAnswers = {
  games: isSupported() ? CARDS.map(({ name }) => name) : [],

  takes(method, path) {
    if (TABLE.test(path) || path === HERE) return "always";
    return INSTEAD.some(([verb, paths]) => verb === method && paths.test(path)) ? "instead" : "never";
  },

  async ask(method, path, body) {
    const { id, rest = "" } = TABLE.exec(path)?.groups ?? {};
    if (id) return askTable(id, method, rest, body);
    if (path === HERE) return startMatch(body as NewTable & { names: string[] });
    if (path === "/games") return CARDS;
    if (path === "/import") {
      const { log, device } = body as Import;
      if (device) throw new Refused({ reason: t("keep later") }, NOT_HERE);
      return importLog(log);
    }
    return engine(method, path, body);
  },
};

/** Start a match on this device. */
async function startMatch({ names, ...wish }: NewTable & { names: string[] }): Promise<Table> {
  const card = (CARDS as unknown as GameCard[]).find(({ name }) => name === wish.game);
  if (!card) throw new Refused({ reason: t("on server only") }, NOT_FOUND);
  return keepPlan(
    planMatch(
      wish,
      card,
      wish.seats.map((_, seat) => names[seat] || ownName()),
    ),
  );
}

/** What the person at this device is called, if there is only one. */
const ownName = (): string => me.now?.name ?? t("you");

async function keepPlan(plan: DevicePlan): Promise<Table> {
  const match = newMatch(plan);
  keepStore();
  await store(match);
  return match.table;
}

/** Ask the engine; a refusal is the same as a server's. */
async function engine<T>(method: string, path: string, body?: unknown): Promise<T> {
  try {
    return (await withDevice((device) => device.ask(method, path, body))) as T;
  } catch (problem) {
    const { status, problem: said } = problem as { status?: number; problem?: { reason: string } };
    throw status && said ? new Refused(said, status) : new Error(problemText(problem));
  }
}

async function store(match: DeviceMatch, entries?: Journal): Promise<void> {
  try {
    await deviceMatches.save(match, entries);
  } catch (problem) {
    throw problem instanceof StorageProblem ? new Error(t(`unstored ${problem.kind}`)) : problem;
  }
}

/** A request about a table on this device. */
async function askTable(id: string, method: string, rest: string, body: unknown): Promise<unknown> {
  const found = await deviceMatches.load(id);
  if (!found) throw new Refused({ reason: t("gone") }, NOT_FOUND);
  const { match, journal } = found;
  const { plan } = match;
  const about = `${method} ${rest}`;
  const decision = /^GET \/replay\/(\d+)$/.exec(about)?.[1];
  if (decision) return engine("POST", "/device/moment", { plan, journal, decision: Number(decision) });
  switch (about) {
    case "GET ":
      return match.table;
    case "DELETE ":
      return deviceMatches.remove(id);
    case "GET /replay":
      return replayOf(match, journal);
    case "GET /log":
      return (await engine<{ text: string }>("POST", "/device/log", { plan, journal })).text;
    case "GET /review":
      return { status: "none" } satisfies Reviewed;
    case "POST /rematch": {
      const card = CARDS.find(({ name }) => name === plan.game);
      return keepPlan(planRematch(plan, card?.rules ?? plan.rules));
    }
    case "POST /fork": {
      const { decision, seats } = body as Fork;
      const names = seats.filter(({ who }) => who === "me").map(ownName);
      return keepPlan(await engine<DevicePlan>("POST", "/device/fork", { plan, journal, decision, seats, names }));
    }
    case "POST /keep":
      return keep(match, journal);
    default:
      throw new Refused({ reason: t("on server only") }, NOT_HERE);
  }
}

async function replayOf({ plan, table }: DeviceMatch, journal: Journal): Promise<Replay> {
  return { table, steps: await engine<Step[]>("POST", "/device/steps", { plan, journal }), readable: true };
}

/** The seats with the names that a log has in comments, as the server writes them. */
const namedIn = (log: string, seats: DevicePlan["seats"]): DevicePlan["seats"] =>
  seats.map((seat, at) => ({
    ...seat,
    name: new RegExp(`^# seat ${at}: (.{1,32})$`, "m").exec(log)?.[1]?.trim() || page("table.player", { n: at + 1 }),
  }));

/** Import a log as a match on this device. */
async function importLog(log: string): Promise<Table> {
  type Imported = { plan: DevicePlan; journal: Journal };
  const { plan: read, journal } = await engine<Imported>("POST", "/device/import", { log });
  const plan = { ...read, id: newMatchId(), seats: namedIn(log, read.seats), created: Date.now() };
  const table = await engine<Table>("POST", "/device/table", { plan, journal });
  const match = newMatch(plan);
  const imported = changedBy(match, { turn: table.turn, decisions: journal.length - 1, result: table.result });
  await store(imported, journal);
  return imported.table;
}

/** Have the server keep a copy of a match: it replays the log, and marks it as played on a device. */
async function keep(match: DeviceMatch, journal: Journal): Promise<Table> {
  const { plan, kept, decisions } = match;
  if (kept?.decisions === decisions) {
    const found = await api.get<Table>(`/tables/${kept.table}`).catch(() => null);
    if (found) return found;
  }
  const { text } = await engine<{ text: string }>("POST", "/device/log", { plan, journal });
  await me.load();
  const resigned = journal.findLast(({ kind }) => kind === "resign" || kind === "move");
  const device: DeviceMatchBody = {
    id: plan.id,
    seats: seatsOf(plan),
    resigned: match.table.status === "finished" && resigned?.kind === "resign" ? resigned.seat : null,
    hints: plan.hints,
    prospects: plan.prospects,
  };
  const table = await api.post<Table>("/import", { log: text, device } satisfies Import);
  await store({ ...match, kept: { table: table.id, decisions } });
  return table;
}

/** Who sits where, for the server: the only person is the reader; of several, none can be told from the others. */
function seatsOf({ seats }: DevicePlan): DeviceMatchBody["seats"] {
  const alone = seats.filter(({ bot }) => bot === null).length === 1;
  return seats.map(({ bot }) => ({ who: bot ?? (alone ? "me" : "open") })) as DeviceMatchBody["seats"];
}
