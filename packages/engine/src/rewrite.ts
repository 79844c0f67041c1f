import { type JsonObject, type JsonValue, sealJson } from "@gatehouse-hooks/json";
import type { Event } from "./event.js";
import type { EventKind } from "./event-kind.js";
import { type Deriving, NOTHING_DERIVED } from "./facts/deriving.js";
import type { Tier } from "./policy.js";

/** Who set a key of the input. */
interface Writer {
  readonly policy: string;
  readonly tier: Tier;
}

/** What became of a patch. */
export interface Written {
  /** Whether anything changed. */
  readonly applied: boolean;
  /** What was dropped or overwritten, for the trace. */
  readonly notes: readonly string[];
  /** Why the patch cannot be made, although it may: a failure of its policy. Nothing of it was applied. */
  readonly refused?: string;
}

/** The input of an event while policies patch it, in order. */
export class InputRewrite {
  readonly #kind: EventKind;
  readonly #start: Event;
  readonly #deriving: Deriving;
  #event: Event;
  readonly #patch = new Map<string, JsonValue>();
  readonly #writers = new Map<string, Writer>();

  constructor(event: Event, kind: EventKind, deriving: Deriving = NOTHING_DERIVED) {
    this.#event = event;
    this.#start = event;
    this.#deriving = deriving;
    this.#kind = kind;
  }

  /** The event with every patch so far. */
  get event(): Event {
    return this.#event;
  }

  /** The merged patch, or undefined when nothing was set. */
  get patch(): JsonObject | undefined {
    return this.#patch.size === 0 ? undefined : record(this.#patch);
  }

  /** Sets keys of the input: those that the writer may set, or none. */
  apply(patch: JsonObject, writer: Writer): Written {
    const { input } = this.#kind;
    const notes: string[] = [];
    if (input === null) {
      return { applied: false, notes: ["dropped `updatedInput`: this event has no input to rewrite"] };
    }
    const accepted = new Map<string, JsonValue>();
    for (const [key, value] of Object.entries(patch)) {
      const before = this.#writers.get(key);
      if ("keys" in input && !input.keys.includes(key)) {
        notes.push(`dropped \`${key}\`: this event lets only ${input.keys.join(", ")} be rewritten`);
      } else if (before?.tier === "enforced" && writer.tier !== "enforced") {
        notes.push(`dropped \`${key}\`: it was set by the enforced policy \`${before.policy}\``);
      } else {
        if (before !== undefined) notes.push(`overwrote \`${key}\`, set by \`${before.policy}\``);
        accepted.set(key, value);
      }
    }
    if (accepted.size === 0) return { applied: false, notes };
    const next = patched(this.#event, input, accepted);
    if (typeof next === "string") return { applied: false, notes, refused: next };
    for (const [key, value] of accepted) {
      this.#patch.set(key, value);
      this.#writers.set(key, writer);
    }
    this.#event = this.#deriving.sameInput(this.#start, next);
    return { applied: true, notes };
  }
}

/** A plain object with exactly these own keys, `__proto__` among them if it is there. */
function record(entries: Iterable<readonly [string, JsonValue]>): JsonObject {
  return Object.fromEntries<JsonValue>(entries);
}

/** The patched event, or why it cannot be patched. */
function patched(
  event: Event,
  input: NonNullable<EventKind["input"]>,
  patch: ReadonlyMap<string, JsonValue>,
): Event | string {
  const whole = new Map<string, JsonValue>(Object.entries(event));
  if ("keys" in input) {
    for (const [key, value] of patch) whole.set(key, value);
  } else {
    const before = whole.get(input.path) ?? {};
    if (typeof before !== "object" || Array.isArray(before)) {
      return `the input cannot be rewritten: \`${input.path}\` is not an object`;
    }
    whole.set(input.path, record(new Map([...Object.entries(before), ...patch])));
  }
  const sealed = sealJson(record(whole));
  if (sealed.issue === undefined) return sealed.value as Event;
  return `the input cannot be rewritten: the result is not an event (${sealed.issue.message})`;
}
