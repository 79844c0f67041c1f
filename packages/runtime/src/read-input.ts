import { isProxy } from "#platform";
import {
  type Answer,
  type Event,
  type Failure,
  readEvent,
  type ReadEvent,
  type Usage,
  type Verdict,
} from "@gatehouse-hooks/engine";
import { failure } from "./failure.js";
import { isRecord, ownProperties, shorten } from "@gatehouse-hooks/json";

/** The longest text of a verdict, in UTF-16 code units; what is longer is cut, so that a deny stays a deny. */
const MAX_TEXT = 16_384;
/** The longest code or source. */
const MAX_NAME = 100;
/** The most warnings, contexts or system messages of one verdict. */
const MAX_TEXTS = 100;

const KINDS: readonly Answer["kind"][] = ["approve", "warn", "ask", "deny", "allow"];

/** How every door of the runtime reads events: with what Node knows about proxies, which are refused. */
export const NO_PROXIES: { readonly isProxy: (value: unknown) => boolean } = Object.freeze({ isProxy });

/**
 * Checks and copies what a handler answered: own data of the right shape, bounded. Anything else is a failure
 * (`bad-verdict`), never an approval. Never throws. Keys that verdicts do not have are dropped.
 */
export function readVerdict(value: unknown): Verdict {
  try {
    // The boundary of the engine copies own data only, calls no getter and bounds depth and size.
    const read = readEvent({ event: "verdict", verdict: value });
    if (read.kind === "refused") return bad(`it is not plain data: ${read.issue.message}`);
    const { verdict } = read.event;
    if (!isRecord(verdict)) return bad("expected an object");
    return ownProperties(verdict["kind"] === "failure" ? readFailure(verdict) : readAnswerVerdict(verdict));
  } catch {
    return bad("it cannot be read");
  }
}

function readFailure(verdict: Readonly<Record<string, unknown>>): Failure {
  const { code, message } = verdict;
  if (typeof code !== "string" || code === "" || code.length > MAX_NAME)
    return bad("a failure needs a `code`");
  return {
    kind: "failure",
    code,
    message: typeof message === "string" ? shorten(message, MAX_TEXT) : "",
    ...provenance(verdict),
  };
}

function readAnswerVerdict(verdict: Readonly<Record<string, unknown>>): Verdict {
  const { kind: given, reason, updatedInput } = verdict;
  const kind = KINDS.find((one) => one === given);
  if (kind === undefined) {
    return bad("expected `kind` to be approve, warn, ask, deny, allow or failure");
  }
  if (typeof reason !== "string") return bad("expected `reason` to be a string");
  const answer: { -readonly [Key in keyof Answer]: Answer[Key] } = {
    kind,
    reason: shorten(reason, MAX_TEXT),
    ...provenance(verdict),
  };
  for (const name of ["warnings", "context", "systemMessages"] as const) {
    const texts = verdict[name];
    if (texts === undefined) continue;
    if (!isTextList(texts)) return bad(`expected \`${name}\` to be a list of at most ${MAX_TEXTS} strings`);
    answer[name] = texts.map((one) => shorten(one, MAX_TEXT));
  }
  if (updatedInput !== undefined) {
    if (!isRecord(updatedInput)) return bad("expected `updatedInput` to be an object");
    answer.updatedInput = updatedInput as NonNullable<Answer["updatedInput"]>;
  }
  return answer;
}

/** A wrong value that only goes into the trace is dropped: it must not turn a deny into a failure. */
function provenance(verdict: Readonly<Record<string, unknown>>): Pick<Verdict, "source" | "usage"> {
  const { source, usage } = verdict;
  return {
    ...(typeof source === "string" && source !== "" && source.length <= MAX_NAME ? { source } : {}),
    ...(isUsage(usage)
      ? { usage: { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens } }
      : {}),
  };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= MAX_TEXTS && value.every((one) => typeof one === "string");
}

function isUsage(value: unknown): value is Usage & Readonly<Record<string, unknown>> {
  return isRecord(value) && isWhole(value["inputTokens"]) && isWhole(value["outputTokens"]);
}

function isWhole(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function bad(why: string): Failure {
  return failure("bad-verdict", `the handler did not answer with a verdict: ${why}`);
}

/** Events of an agent that another one's events are, too (SPEC, "Twins"). */
export interface RuntimeTwins {
  /** Of each of its events that can be a twin: the names of the events whose twin it is. */
  readonly of: Readonly<Record<string, readonly string[]>>;
  /** The twins of one event, in the order in which they are decided. */
  readonly make: (event: Event) => readonly unknown[];
}

/** What the runtime asks of an agent; those of the package `hosts` fit. */
export interface RuntimeHost {
  /** The field `host` of its events. */
  readonly name?: string;
  /** What of an answer to one of its events reaches anybody; absent: all of it. */
  readonly wire?: {
    /** `isStopping`: a deny would keep the agent from stopping for a second time, and is not said. */
    readonly hears: (event: Event) => {
      readonly deny: boolean;
      readonly warn: boolean;
      readonly isStopping: boolean;
    };
  };
  /** Its events. */
  readonly events: readonly { readonly name: string }[];
  /** What its own policies look at and its events have only in part. Pure. */
  readonly complete?: (event: Event) => unknown;
  /** Its own events that are the same happening as an event of any agent. Pure. */
  readonly twins?: RuntimeTwins;
}

/**
 * Whether what a judge says of an event can be said to anybody: what cannot be spoken is not asked. An event of an agent that is not
 * among the hosts is heard.
 */
export function hearing(hosts: readonly RuntimeHost[]): (event: Event) => boolean {
  const byName = new Map(hosts.map((host) => [host.name, host.wire]));
  return (event) => {
    const { host } = event;
    const heard = typeof host === "string" ? byName.get(host)?.hears(event) : undefined;
    return heard === undefined || (!heard.isStopping && (heard.deny || heard.warn));
  };
}

/**
 * Completes events, each by the first host that has an event of its name. What a host makes of an event is read again, as any
 * event is.
 */
export function completing(hosts: readonly RuntimeHost[]): (read: ReadEvent) => ReadEvent {
  const byName = new Map<string, NonNullable<RuntimeHost["complete"]>>();
  for (const { events, complete } of hosts) {
    if (complete === undefined) continue;
    for (const { name } of events) if (!byName.has(name)) byName.set(name, complete);
  }
  return (read) => {
    const complete = read.kind === "event" ? byName.get(read.event.event) : undefined;
    return read.kind === "event" && complete !== undefined
      ? readEvent(complete(read.event), NO_PROXIES)
      : read;
  };
}
