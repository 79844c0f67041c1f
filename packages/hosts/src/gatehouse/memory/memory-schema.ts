import * as z from "zod/mini";
import { CELL_LIMITS, type CellScope } from "@gatehouse-hooks/engine";
import { givenText as text, givenTexts as texts } from "../string-shapes.js";

/** A cell of the memory of a native file as its schema gives it. */
export interface CellShape {
  readonly description?: string | undefined;
  readonly flag?: readonly unknown[] | undefined;
  readonly count?: readonly unknown[] | undefined;
  readonly set?: readonly unknown[] | undefined;
  readonly last?: readonly unknown[] | undefined;
  /** By source. */
  readonly origins?: Readonly<Record<string, readonly unknown[]>> | undefined;
  readonly until?: readonly unknown[] | undefined;
  readonly upTo?: number | undefined;
  /** Milliseconds. */
  readonly within?: number | undefined;
  readonly by?: readonly string[] | undefined;
  readonly keys?: number | undefined;
  readonly keep?: number | undefined;
  readonly full?: "unknown" | "forget" | undefined;
  readonly scope?: CellScope | undefined;
}

/** An event of a source: what it says there. */
export interface SourceShape extends Omit<TriggerShape, "add" | "value"> {
  readonly text?: string | undefined;
  readonly value?: readonly string[] | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly if?: { readonly fields: readonly string[]; readonly from: readonly string[] } | undefined;
}

/** An event that sets or empties a cell. Paths are names with dots. */
export interface TriggerShape {
  readonly events: readonly string[];
  readonly tools?: readonly string[] | undefined;
  readonly when?: string | undefined;
  readonly add?: string | undefined;
  readonly each?: string | undefined;
  readonly where?: string | undefined;
  readonly value?: string | undefined;
}

/** A path of names, such as `facts.reads`. */
const path = text.check(
  z.regex(/^[A-Za-z_$][\w$-]*(?:\.[A-Za-z_$][\w$-]*){0,15}$/, "expected a path such as params.path"),
);

const FIELD = /^(?:\*|[A-Za-z_$][\w$-]*)(?:\.(?:\*|[A-Za-z_$][\w$-]*)){0,15}$/;
const FIELDS = "expected paths such as recipient or *.address";
const CONSTANTS = `expected strings of at most ${CELL_LIMITS.text} characters`;

const shared = {
  events: texts,
  tools: z.optional(texts),
  when: z.optional(text),
  each: z.optional(path),
  where: z.optional(text),
};

const trigger = z.strictObject(
  { ...shared, add: z.optional(path), value: z.optional(path) },
  "expected a mapping with `events`",
);

/** Paths in which `*` stands for every member. */
const fields = texts.check(
  z.refine((given: readonly string[]) => given.every((one) => FIELD.test(one)), FIELDS),
  z.refine(
    (given: readonly string[]) => given.length <= CELL_LIMITS.fields,
    `expected at most ${CELL_LIMITS.fields} paths`,
  ),
);

/** What a source says in any case. */
const constants = texts.check(
  z.refine((given: readonly string[]) => given.every((one) => one.length <= CELL_LIMITS.text), CONSTANTS),
);

const source = z.strictObject(
  {
    ...shared,
    text: z.optional(path),
    value: z.optional(constants),
    fields: z.optional(fields),
    if: z.optional(z.strictObject({ fields, from: texts }, "expected a mapping with `fields` and `from`")),
  },
  "expected a mapping with `events`",
);

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = "expected a time such as 30m, 24h or 7d";

const duration = z.pipe(
  z.string(DURATION).check(z.regex(/^[1-9]\d{0,5}[smhd]$/, DURATION)),
  z.transform((written: string) => Number.parseInt(written, 10) * (UNITS[written.slice(-1)] ?? 1)),
);

/** A time such as `24h` in milliseconds; null for what is not one. */
export function durationMs(written: unknown): number | null {
  const read = duration.safeParse(written);
  return read.success ? read.data : null;
}

function upTo(most: number) {
  const expected = `expected a whole number from 1 to ${most}`;
  return z.int(expected).check(z.minimum(1, expected), z.maximum(most, expected));
}

/** One event that sets or empties a cell, or a list of them. */
const triggers = z.readonly(
  z
    .array(z.unknown(), "expected a mapping with `events`, or a list of them")
    .check(
      z.minLength(1, "expected at least one mapping with `events`"),
      z.maxLength(CELL_LIMITS.updates, `expected at most ${CELL_LIMITS.updates} of them`),
    ),
);

const cell = z.strictObject(
  {
    description: z.optional(z.string("expected a string")),
    flag: z.optional(triggers),
    count: z.optional(triggers),
    set: z.optional(triggers),
    last: z.optional(triggers),
    origins: z.optional(z.record(z.string(), triggers, "expected a mapping of sources by name")),
    until: z.optional(triggers),
    upTo: z.optional(upTo(CELL_LIMITS.count)),
    within: z.optional(duration),
    by: z.optional(
      z.readonly(
        z.union([
          z.pipe(
            path,
            z.transform((one: string) => [one]),
          ),
          z.array(path),
        ]),
      ),
    ),
    keys: z.optional(upTo(CELL_LIMITS.keys)),
    keep: z.optional(upTo(CELL_LIMITS.mostMarks)),
    full: z.optional(z.enum(["unknown", "forget"], "expected unknown or forget")),
    scope: z.optional(
      z.enum(["session", "agent", "project", "user"], "expected session, agent, project or user"),
    ),
  },
  "expected a mapping with `flag`, `count`, `set`, `last` or `origins`",
);

/** One cell of the memory of a native file; a single trigger is a list already. */
export const cellSchema: z.ZodMiniType<CellShape> = cell;

/** One trigger of a cell. */
export const triggerSchema: z.ZodMiniType<TriggerShape> = trigger;

/** One event of a source. */
export const sourceSchema: z.ZodMiniType<SourceShape> = source;

/** The keys of each. */
export const CELL_KEYS: readonly string[] = Object.keys(cell.shape);
export const TRIGGER_KEYS: readonly string[] = Object.keys(trigger.shape);
export const SOURCE_KEYS: readonly string[] = Object.keys(source.shape);
