/** The part of the HTTP interface that this device answers: its own tables always, and what needs no other people where
 *  the server does not answer. The engine computes the answers with the server's own code. */

import CARDS from "../generated/cards.json";
import type {
  DeviceCopy,
  DeviceMatch as DeviceMatchBody,
  Fork,
  GameCard,
  Import,
  NewTable,
  Replay,
  ReviewTry,
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
import { reviewState, startReview, tryAgain, type ReviewedMatch } from "./reviews";
import { askEngine, loadViews, prepareGame } from "./start";
import { StorageProblem } from "./store";
import { isSupported } from "./support";

const TABLE = new RegExp(`^/tables/(?<id>${DEVICE}\\w+)(?<rest>/.*)?$`);
const REVIEW = /^\/tables\/(?<id>\w+)\/review\/here(?:\/(?<decision>\d+))?$/; // of a match on the server
const BRING = /^\/tables\/here\/(\w+)$/; // a match on the server, to go on here
const INSTEAD: [string, RegExp][] = [
  ["GET", /^\/games(?:\/|$)/],
  ["POST", /^\/games\/\w+\/lessons\//],
  ["GET", /^\/puzzles(?:[/?]|$)/],
  ["POST", /^\/puzzles\/\w+\/\w+$/],
  ["POST", /^\/analysis(?:\/|$)/],
  ["POST", /^\/import$/],
];
const HERE = "/tables/here";
const LINES = "/analysis/lines";
const NOT_FOUND = 404;
const NOT_HERE = 409;
const NOT_OVER = "The match is not over yet; it can be reviewed afterwards.";

export const deviceAnswers: DeviceAnswers = {
  games: isSupported() ? CARDS.map(({ name }) => name) : [],

  takes(method, path) {
    if ([TABLE, REVIEW, BRING].some((paths) => paths.test(path)) || path === HERE) return "always";
    if (path === LINES && isSupported()) return "first"; // it has no queue and no quota
    return INSTEAD.some(([verb, paths]) => verb === method && paths.test(path)) ? "instead" : "never";
  },

  prepare: (game) => void prepareGame(game),

  views: loadViews,

  async ask(method, path, body) {
    const { id, rest = "" } = TABLE.exec(path)?.groups ?? {};
    if (id) return askTable(id, method, rest, body);
    const review = REVIEW.exec(path)?.groups as { id: string; decision?: string } | undefined;
    if (review) {
      const match = { id: review.id, log: () => api.text(`/tables/${review.id}/log`) };
      return askReview(method, match, review.decision, body);
    }
    const brought = BRING.exec(path)?.[1];
    if (brought) return bring(brought);
    if (path === HERE) return startMatch(body as NewTable & { names: string[] });
    if (path === "/games") return CARDS;
    if (path === "/import") {
      const { log, device } = body as Import;
      if (device) throw new Refused({ reason: t("keep later") }, NOT_HERE);
      return importLog(log);
    }
    return askEngine(method, path, body);
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

async function store(match: DeviceMatch, entries?: Journal): Promise<void> {
  try {
    await deviceMatches.save(match, entries);
  } catch (problem) {
    throw problem instanceof StorageProblem ? new Error(t(`unstored ${problem.kind}`)) : problem;
  }
}

/** A request about a table on this device. */
async function askTable(id: string, method: string, rest: string, body: unknown): Promise<unknown> {
  const stored = await deviceMatches.load(id);
  if (!stored) throw new Refused({ reason: t("gone") }, NOT_FOUND);
  const { match, journal } = stored;
  const { plan } = match;
  const about = `${method} ${rest}`;
  const log = async () => (await askEngine<{ text: string }>("POST", "/device/log", { plan, journal })).text;
  if (rest.startsWith("/review")) {
    if (match.table.status !== "finished") throw new Refused({ reason: NOT_OVER }, NOT_HERE);
    return askReview(method, { id, log }, /\d+$/.exec(rest)?.[0], body);
  }
  const decision = /^GET \/replay\/(\d+)$/.exec(about)?.[1];
  if (decision) return askEngine("POST", "/device/moment", { plan, journal, decision: Number(decision) });
  switch (about) {
    case "GET ":
      return match.table;
    case "DELETE ":
      return deviceMatches.remove(id);
    case "GET /replay":
      return replayOf(match, journal);
    case "GET /log":
      return log();
    case "POST /rematch": {
      const card = CARDS.find(({ name }) => name === plan.game);
      return keepPlan(planRematch(plan, card?.rules ?? plan.rules));
    }
    case "POST /fork": {
      const { decision, seats } = body as Fork;
      const names = seats.filter(({ who }) => who === "me").map(ownName);
      return keepPlan(await askEngine<DevicePlan>("POST", "/device/fork", { plan, journal, decision, seats, names }));
    }
    case "POST /keep":
      return keep(match, journal);
    default:
      throw new Refused({ reason: t("on server only") }, NOT_HERE);
  }
}

/** A request about a review: to make it, how far it is, or to try a decision again. */
function askReview(
  method: string,
  match: ReviewedMatch,
  decision: string | undefined,
  body: unknown,
): Promise<unknown> {
  if (decision) return tryAgain(match, Number(decision), body as ReviewTry);
  return method === "POST" ? startReview(match) : reviewState(match.id);
}

async function replayOf({ plan, table }: DeviceMatch, journal: Journal): Promise<Replay> {
  return { table, steps: await askEngine<Step[]>("POST", "/device/steps", { plan, journal }), readable: true };
}

/** The seats with the names that a log has in comments, as the server writes them. */
const namedIn = (log: string, seats: DevicePlan["seats"]): DevicePlan["seats"] =>
  seats.map((seat, at) => ({
    ...seat,
    name: new RegExp(`^# seat ${at}: (.{1,32})$`, "m").exec(log)?.[1]?.trim() || page("table.player", { n: at + 1 }),
  }));

/** Import a log as a match on this device. */
async function importLog(log: string): Promise<Table> {
  const { plan, journal } = await readLog(log);
  return keepImported({ ...plan, seats: namedIn(log, plan.seats) }, journal);
}

async function readLog(log: string): Promise<{ plan: DevicePlan; journal: Journal; decisions: number }> {
  const { plan, journal } = await askEngine<{ plan: DevicePlan; journal: Journal }>("POST", "/device/import", { log });
  return { plan: { ...plan, id: newMatchId(), created: Date.now() }, journal, decisions: journal.length - 1 };
}

async function keepImported(plan: DevicePlan, journal: Journal, kept: DeviceMatch["kept"] = null): Promise<Table> {
  const { turn, result } = await askEngine<Table>("POST", "/device/table", { plan, journal });
  const imported = changedBy({ ...newMatch(plan), kept }, { turn, decisions: journal.length - 1, result });
  await store(imported, journal);
  return imported.table;
}

/** Go on here with a match against bots that was begun on the server. There it can go on, too. */
async function bring(id: string): Promise<Table> {
  const { log, table } = await api.post<DeviceCopy>(`/tables/${id}/device`);
  const { decisions, plan, journal } = await readLog(log);
  const { leave, hints, prospects = true } = table;
  const seats = table.seats.map(({ kind, name }) => ({ name, bot: kind === "bot" ? name : null }));
  return keepImported({ ...plan, seats, leave, hints, prospects }, journal, { table: id, decisions });
}

/** Have the server keep a copy of a match: it replays the log, and marks it as played on a device. */
async function keep(match: DeviceMatch, journal: Journal): Promise<Table> {
  const { plan, kept, decisions } = match;
  if (kept?.decisions === decisions) {
    const onServer = await api.get<Table>(`/tables/${kept.table}`).catch(() => null);
    if (onServer) return onServer;
  }
  const { text } = await askEngine<{ text: string }>("POST", "/device/log", { plan, journal });
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
