import { type Decision, type Event, type EventKinds } from "@gatehouse-hooks/engine";
import { WIRED_HOSTS, type WiredHost } from "@gatehouse-hooks/hosts/wired";
import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { OwnWords } from "../load/own-words.js";
import { stricterOf } from "./stricter.js";

type Decide = (event: Event) => Promise<Decision>;

/** Who decides what. */
export interface Deciders {
  /** The policies in the words of the named agent, about its own events. */
  readonly own: (host: string) => Decide;
  /** All other policies. */
  readonly others: Decide;
  /** Those of them that run even after a deny. */
  readonly othersDenied: Decide;
  /** All of them: for an event that no host has prepared. */
  readonly all: Decide;
}

/** How often both may change a call until each has seen what the other made of it. */
const MAX_ROUNDS = 4;

/**
 * The decision of an event where some policies are in an agent's own words. An event of that agent is decided in both ways, under its own
 * name with the fields as they came beside the canonical one, and the stricter decision counts. Where a policy could never be asked, since
 * the event is another agent's, an event that it would gate is denied, and a session begins with a warning: silence would be an open gate.
 *
 * @param words what is in an agent's own words: at least one
 */
export async function decideInWords(
  event: Event,
  words: readonly OwnWords[],
  kinds: EventKinds,
  { own, others, othersDenied, all }: Deciders,
): Promise<Decision> {
  const seen = seenBoth(event, words);
  if (seen === null) {
    const refused = unasked(event, words, kinds);
    const decision = typeof event["host"] === "string" ? await others(event) : await all(event);
    return refused === null ? decision : stricterOf([refused, decision]);
  }
  const elsewhere = words.filter(({ host }) => host !== seen.host.name);
  const refused = elsewhere.length === 0 ? null : unasked(event, elsewhere, kinds);
  const decision = await decideBoth(seen, { own: own(seen.host.name), others, othersDenied });
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

async function decideBoth(
  { host, payload: first, given }: Seen,
  deciders: Pick<Deciders, "others" | "othersDenied"> & { readonly own: Decide },
): Promise<Decision> {
  const { own: ways } = host.wire;
  const made: Decision[] = [];
  let payload = first;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const start = payload;
    const ownEvent = ways.event(payload);
    if (ownEvent === null) return denial("what the agent sent has no event of its own");
    const said = await deciders.own(ownEvent);
    made.push(said);
    if (said.effect === "deny") {
      // The others that were to run have not yet, unless this is another round.
      const prepared = round === 0 ? host.prepare(payload) : null;
      if (prepared?.kind === "event") made.push(await deciders.othersDenied(prepared.event));
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
    const other = await deciders.others(prepared.event);
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
  const gating = silent.find((one) => isTwin(event.event, one));
  const why = ({ host, path }: OwnWords): string =>
    `the policies of \`${path}\` are in ${host}'s own words, and are asked about ${host}'s own events only; ` +
    `cure: take the file away from here, run it with \`gatehouse hook ${host}\`, or write its rules as policies for all agents`;
  if (kind.gates && gating !== undefined) return denial(why(gating), "never-asked");
  if (kind.session !== "start" || typeof event["host"] !== "string") return null;
  return {
    ...NOTHING,
    systemMessages: [why(first)],
    notices: [{ code: "never-asked", message: why(first) }],
  };
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
  return { ...NOTHING, effect: "deny", reason, notices: [{ code, message: reason }] };
}
