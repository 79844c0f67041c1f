import { type Decision, type Event, type EventKinds, refusal } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { WiredHost } from "../wire/wired-host-from.js";
import { WIRED_HOSTS } from "./wired-hosts.js";
import type { OwnWords } from "../own-words.js";
import { stricterOf } from "./stricter.js";

/**
 * An event, and which policies decide it: those in the words of the named agent, about its own events; all others; those of the others that
 * run even after a deny, which only hooks that are commands do; or all, for an event that no host has prepared.
 */
export type WordsQuestion =
  | { readonly by: "own"; readonly host: string; readonly event: Event }
  | { readonly by: "others" | "denied others" | "all"; readonly event: Event };

/** Asks one question after the other, and is given their decisions; none where no policies run even after a deny. */
type Asking<Result> = Generator<WordsQuestion, Result, Decision | undefined>;

/** How often both may change a call until each has seen what the other made of it. */
const MAX_ROUNDS = 4;

/**
 * The decision of an event where some policies are in an agent's own words. An event of that agent is decided in both ways, under its own
 * name with the fields as they came beside the canonical one, and the stricter decision counts. Where a policy can never be asked, since
 * the event is another agent's, a session begins with a warning; and where somebody has named its file for this door, an event that it
 * would gate is denied: silence would be an open gate.
 *
 * @param words what is in an agent's own words: at least one
 */
export function* decideInWords(
  event: Event,
  words: readonly OwnWords[],
  kinds: EventKinds,
): Generator<WordsQuestion, Decision, Decision | undefined> {
  const seen = seenBoth(event, words);
  if (seen === null) {
    const refused = unasked(event, words, kinds);
    const decision = yield* decided({ by: typeof event["host"] === "string" ? "others" : "all", event });
    return refused === null ? decision : stricterOf([refused, decision]);
  }
  const elsewhere = words.filter(({ host }) => host !== seen.host.name);
  const refused = elsewhere.length === 0 ? null : unasked(event, elsewhere, kinds);
  const decision = yield* decideBoth(seen);
  return refused === null ? decision : stricterOf([refused, decision]);
}

/** An event in both ways. */
interface Seen {
  readonly host: WiredHost;
  /** As the agent sends it. */
  readonly payload: JsonObject;
  /** As it arrived, where no host had prepared it: it is decided as it is. */
  readonly given?: Event;
}

function seenBoth(event: Event, words: readonly OwnWords[]): Seen | null {
  const names = new Set(words.map(({ host }) => host));
  const { host: by, raw } = event;
  if (typeof by === "string" && isRecord(raw)) {
    const host = names.has(by) ? WIRED_HOSTS.find(({ name }) => name === by) : undefined;
    return host === undefined ? null : { host, payload: raw };
  }
  // By its own name, and not one that others share.
  const host = WIRED_HOSTS.find(
    (one) =>
      names.has(one.name) &&
      one.events.some(({ name, canonical }) => name === event.event && canonical !== undefined),
  );
  if (host === undefined) return null;
  const { event: name, ...fields } = event;
  return { host, payload: { ...fields, hook_event_name: name }, given: event };
}

/** @yields the question */
function* decided(question: WordsQuestion): Asking<Decision> {
  return (yield question) ?? denial("nothing was decided");
}

function* decideBoth({ host, payload: first, given }: Seen): Asking<Decision> {
  const { own: ways } = host.wire;
  const made: Decision[] = [];
  let payload = first;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const start = payload;
    const ownEvent = ways.event(payload);
    if (ownEvent === null) return denial("what the agent sent has no event of its own");
    const said = yield* decided({ by: "own", host: host.name, event: ownEvent });
    made.push(said);
    if (said.effect === "deny") {
      // The others that were to run have not yet, unless this is another round.
      if (round === 0) made.push(...(yield* saidAfterDeny(host, payload)));
      break;
    }
    const isAgain = round > 0;
    payload = said.updatedInput === undefined ? payload : ways.withOwn(payload, said.updatedInput);
    if (isAgain && JSON.stringify(payload) === JSON.stringify(start))
      return united(made, first, payload, host);
    const prepared = host.prepare(payload);
    if (prepared.kind === "refused") {
      // One that no host had prepared was looked at by the door in front of the policies.
      return given === undefined ? denial(prepared.issue.message) : united(made, first, payload, host);
    }
    const other = yield* decided({ by: "others", event: prepared.event });
    made.push(other);
    if (other.effect === "deny") break;
    if (other.updatedInput === undefined) return united(made, first, payload, host);
    const changed = ways.withCanonical(payload, other.updatedInput);
    // The agent has no field for it: what is spoken is then a deny that says so.
    if (changed === null) return stricterOf(nonEmpty(made), other.updatedInput);
    if (JSON.stringify(changed) === JSON.stringify(payload)) return united(made, first, payload, host);
    payload = changed;
  }
  if (made.some(({ effect }) => effect === "deny")) return stricterOf(nonEmpty(made));
  return stricterOf([denial("the policies change the call in turns, without an end"), ...made]);
}

/** What the others say that run even after a deny. */
function* saidAfterDeny(host: WiredHost, payload: JsonObject): Asking<readonly Decision[]> {
  const prepared = host.prepare(payload);
  const said = prepared.kind === "event" ? yield { by: "denied others", event: prepared.event } : undefined;
  return said === undefined ? [] : [said];
}

/** Everything that was said, with the changes of all. */
function united(
  made: readonly Decision[],
  first: JsonObject,
  last: JsonObject,
  { wire }: WiredHost,
): Decision {
  return stricterOf(nonEmpty(made), wire.own.changesOf(first, last));
}

function nonEmpty(made: readonly Decision[]): readonly [Decision, ...Decision[]] {
  const [first = denial("nothing was decided"), ...rest] = made;
  return [first, ...rest];
}

/** What becomes of an event about which policies should be asked, and cannot be; null: none of them would be. */
function unasked(event: Event, words: readonly OwnWords[], kinds: EventKinds): Decision | null {
  const silent = words.filter(({ host }) => host !== event["host"]);
  const [first] = silent;
  if (first === undefined) return null;
  const kind = kinds.of(event.event);
  const gating = silent.find((one) => one.isNamed && isTwin(event.event, one));
  if (kind.gates && gating !== undefined) return denial(neverAsked(gating), "never-asked");
  if (kind.session !== "start" || typeof event["host"] !== "string") return null;
  return {
    ...NOTHING,
    systemMessages: [neverAsked(first)],
    notices: [{ code: "never-asked", message: neverAsked(first) }],
  };
}

/** What is said of policies in an agent's own words where other agents' events are decided, too. */
export function neverAsked({ host, path, isNamed }: OwnWords): string {
  const only = `the policies of \`${path}\` are in ${host}'s own words: they speak of ${host}'s calls only`;
  return isNamed
    ? `${only}, and what they would have gated is denied here; cure: take the file away from here, run it with ` +
        `\`gatehouse hook ${host}\`, or write its rules as policies for all agents`
    : `${only}; cure: write rules that should hold for all agents as policies of Gatehouse`;
}

/**
 * Why one step of the pure engine cannot decide an event, where some policies are in an agent's own words: it sees an event in one way,
 * and does not ask those that wait for the other one. Null: it can.
 *
 * @param words what is in an agent's own words: at least one
 * @param hasOthers whether there are policies for all agents beside them
 */
export function beyondOneStep(
  event: Event,
  words: readonly OwnWords[],
  kinds: EventKinds,
  hasOthers: boolean,
): Decision | null {
  const seen = seenBoth(event, words);
  if (seen === null) return unasked(event, words, kinds);
  // Under the agent's own name, its own policies are asked.
  if (seen.given !== undefined && !hasOthers) return null;
  return kinds.of(event.event).gates
    ? denial(
        `${seen.host.name}'s own policies and those for all agents are asked by \`decide\`, not in one step`,
      )
    : null;
}

/** Whether an event is one that the agent has under another name, and policies of the file wait for. */
function isTwin(event: string, { host, events }: OwnWords): boolean {
  const rows = WIRED_HOSTS.find(({ name }) => name === host)?.events ?? [];
  const names = rows.filter(({ canonical, name }) => canonical === event && name !== event);
  return names.some(({ name }) => events === "all gating" || events.includes(name));
}

const NOTHING: Decision = {
  effect: "abstain",
  policy: null,
  reason: "",
  warnings: [],
  context: [],
  systemMessages: [],
  trace: [],
};

function denial(reason: string, code = "malformed-event"): Decision {
  return refusal(reason, { code, message: reason });
}
