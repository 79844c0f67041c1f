import { LONGEST_TIMER_MS, nearName } from "@gatehouse-hooks/json";
import type { CacheScope } from "@gatehouse-hooks/engine";
import { findInvisible, visibleName } from "../text/characters.js";
import { nearEvents } from "../names/near-events.js";
import { cite } from "../text/cite.js";
import type { Report } from "../text/report.js";
import type { Fields } from "./collect-fields.js";
import { MAYROS_EVENTS } from "./tables.js";
import type { FrontmatterKey } from "./split-frontmatter.js";
import { MAYROS_DEFAULTS, type MayrosOptions } from "./mayros-config.js";
import type { EntryText } from "./read-entries.js";

/** A string, read as an integer. */
interface ReadInteger {
  /** As Mayros reads it: the longest prefix that is an integer; `null` without one. */
  readonly value: number | null;
  /** The whole text is an integer in its usual form: no unit, fraction, exponent or leading zero. */
  readonly exact: boolean;
}

const EXACT = /^[+-]?(?:0|[1-9]\d*)$/;
const PREFIX = /^[+-]?\d+/;

/** Reads an integer as Mayros does, and says whether the text is unambiguous. */
function readInteger(text: string): ReadInteger {
  const trimmed = text.trim();
  const prefix = PREFIX.exec(trimmed);
  if (prefix === null) return { value: null, exact: false };
  // The sum turns -0 into 0.
  return { value: Number(prefix[0]) + 0, exact: EXACT.test(trimmed) };
}

/** Milliseconds: Mayros' least. */
const MIN_TIMEOUT_MS = 100;
const DEFAULT_PRIORITY = 100;
const CACHE_SCOPES: readonly string[] = ["none", "session", "global"] satisfies CacheScope[];
/** There are seven; each may occur more than once. */
const MAX_EVENTS = 100;
/** UTF-16 code units. */
const MAX_NAME = 200;
const MAX_MODEL = 200;

/**
 * Reads a field, reports its problems, and gives the value in force. `null`: the hook cannot be loaded.
 */
type FieldReader<T> = (fields: Fields, report: Report) => T | null;

/** The same, with the defaults of a configuration. */
type DefaultedReader<T> = (fields: Fields, report: Report, defaults: MayrosOptions) => T | null;

export const readName: FieldReader<string> = (fields, report) => {
  const field = entryText(fields, "name");
  if (field === null || field.text.trim() === "") return missing("name", field?.at ?? 0, report);
  const visible = visibleName(field.text);
  if (visible !== field.text) {
    report.add(field.at, {
      code: "invisible-character",
      message: `the name holds a character that cannot be seen; the hook is called ${cite(visible)}`,
      cure: "write the name in visible characters",
    });
  }
  if (visible.length <= MAX_NAME) return visible;
  report.add(field.at, {
    code: "invalid-value",
    message: `the name is longer than ${MAX_NAME} characters; its beginning is in force`,
    cure: "shorten it",
  });
  // Not between the halves of a surrogate pair.
  return visible.slice(0, MAX_NAME).replace(/\p{Cs}$/u, "");
};

/** The names in `events`, known or not; `null` where it is not a list of strings. */
export function namedEvents(fields: Fields): readonly string[] | null {
  const value = fields.get("events")?.value;
  if (value === undefined) return null;
  const list = value.kind === "collection" ? value.items : value.text.split(",");
  return list?.map((name) => name.trim()).filter((name) => name !== "") ?? null;
}

export const readEvents: FieldReader<readonly string[]> = (fields, report) => {
  const entry = fields.get("events");
  if (entry === undefined) return missing("events", 0, report);
  const { value } = entry;
  const names = namedEvents(fields);
  if (names === null) {
    report.add(value.at, {
      code: "invalid-type",
      message: "`events` is a mapping or a list of mappings; the hook is not loaded",
      cure: "write `events: before_tool_call`, with commas between several",
    });
    return null;
  }
  if (names.length === 0) {
    report.add(value.at, {
      code: "invalid-value",
      message: "the list of events is empty: the hook could never run and is not loaded",
      cure: `name at least one of ${MAYROS_EVENTS.join(", ")}`,
    });
    return null;
  }
  if (names.length > MAX_EVENTS) {
    report.add(value.at, {
      code: "too-many",
      message: `the list of events has more than ${MAX_EVENTS} names; the hook is not loaded`,
      cure: `the events are ${MAYROS_EVENTS.join(", ")}`,
    });
    return null;
  }
  const unknown = names.filter((name) => !MAYROS_EVENTS.includes(name));
  for (const name of unknown) {
    const meant =
      nearEvents(name).find((near) => MAYROS_EVENTS.includes(near)) ?? nearName(name, MAYROS_EVENTS);
    report.add(value.at, {
      code: "unknown-event",
      message: `unknown event ${cite(name)}; the hook is not loaded`,
      cure: meant === null ? `the events are ${MAYROS_EVENTS.join(", ")}` : `did you mean ${cite(meant)}?`,
    });
  }
  return unknown.length > 0 ? null : [...new Set(names)];
};

/**
 * `true` and `false`, in quotes as document 000 writes them or without; any other word leaves the hook on, except `false` in other
 * letter case. A hook that Mayros runs is never off: where Mayros skips the line, `false` does not count.
 */
export const readEnabled: FieldReader<boolean> = (fields, report) => {
  const field = entryText(fields, "enabled");
  if (field === null || field.text === "true") return true;
  const word = field.text.trim().toLowerCase();
  const skipped = (fields.get("enabled")?.line?.text ?? "") === "";
  const off = word === "false" && !skipped;
  if (off && field.text === "false") return false;
  report.add(field.at, {
    code: "invalid-value",
    message: off
      ? "`enabled` is `false` in other letters; the hook is off"
      : word === "false"
        ? "Mayros does not read `enabled` in this notation; the hook stays on"
        : "`enabled` is neither `true` nor `false`; the hook stays on",
    cure: word === "false" ? "write `enabled: false`" : "write `enabled: true` or `enabled: false`",
  });
  return !off;
};

export const readTimeout: DefaultedReader<number> = (fields, report, { defaultTimeoutMs }) => {
  const field = entryText(fields, "timeout");
  if (field === null) return defaultTimeoutMs ?? MAYROS_DEFAULTS.defaultTimeoutMs;
  const { value, exact } = readInteger(field.text);
  if (value === null || value < MIN_TIMEOUT_MS) {
    report.add(field.at, {
      code: "invalid-value",
      message: `\`timeout\` must be a whole number of milliseconds, at least ${MIN_TIMEOUT_MS}; the hook is not loaded`,
      cure: `for example \`timeout: ${MAYROS_DEFAULTS.defaultTimeoutMs}\``,
    });
    return null;
  }
  return inForce(
    "timeout",
    Math.min(value, LONGEST_TIMER_MS),
    exact && value <= LONGEST_TIMER_MS,
    field,
    report,
  );
};

export const readPriority: FieldReader<number> = (fields, report) => {
  const field = entryText(fields, "priority");
  if (field === null) return DEFAULT_PRIORITY;
  const { value, exact } = readInteger(field.text);
  if (value === null) {
    report.add(field.at, {
      code: "invalid-value",
      message: "`priority` must be a whole number; the hook is not loaded",
      cure: `for example \`priority: ${DEFAULT_PRIORITY}\``,
    });
    return null;
  }
  const safe = Math.max(-Number.MAX_SAFE_INTEGER, Math.min(value, Number.MAX_SAFE_INTEGER));
  return inForce("priority", safe, exact && safe === value && Number.isSafeInteger(value), field, report);
};

export const readCache: DefaultedReader<CacheScope> = (fields, report, { defaultCache }) => {
  const field = entryText(fields, "cache");
  if (field === null) return defaultCache ?? MAYROS_DEFAULTS.defaultCache;
  if (isCacheScope(field.text)) return field.text;
  report.add(field.at, {
    code: "invalid-value",
    message: "`cache` must be none, session or global; the hook is not loaded",
    cure: `for example \`cache: ${nearName(field.text, CACHE_SCOPES) ?? "session"}\``,
  });
  return null;
};

/** An empty text means: the judge's default model. */
export const readModel: FieldReader<string> = (fields, report) => {
  const field = entryText(fields, "model");
  if (field === null) return "";
  // An address may carry a password, and the model's name travels into traces and keys.
  if (
    field.text.length <= MAX_MODEL &&
    !field.text.includes("://") &&
    visibleName(field.text) === field.text
  ) {
    if (!/^[^/\s]+\/\S/.test(field.text)) noProvider(field.at, report);
    return field.text;
  }
  report.add(field.at, {
    code: "invalid-value",
    message: "`model` is not the name of a model; the default model is in force",
    cure: "write `provider/model`, for example `anthropic/claude-sonnet-4-20250514`",
  });
  return "";
};

function noProvider(at: number, report: Report): void {
  report.add(at, {
    severity: "warning",
    code: "invalid-value",
    message: "`model` names no provider: no judge can ask it, and what gates is denied",
    cure: "write `provider/model`, for example `anthropic/claude-sonnet-4-20250514`",
  });
}

export const readDescription: FieldReader<string> = (fields, report) => {
  const field = entryText(fields, "description");
  if (field === null) return "";
  const found = findInvisible(field.text);
  if (found !== null) {
    report.add(field.within(found.offset), {
      severity: "warning",
      code: "invisible-character",
      message: `the description holds the invisible character ${found.shown}`,
      cure: "remove it",
    });
  }
  return field.text;
};

/** A string field; only `events` and `condition` can be anything else. */
function entryText(fields: Fields, key: Exclude<FrontmatterKey, "events" | "condition">): EntryText | null {
  const value = fields.get(key)?.value;
  return value?.kind === "text" ? value : null;
}

function missing(key: FrontmatterKey, at: number, report: Report): null {
  report.add(at, {
    code: "missing-key",
    message: `the required key \`${key}\` is missing or empty; the hook is not loaded`,
    cure: key === "name" ? "add a line `name: my-hook`" : "add a line `events: before_tool_call`",
  });
  return null;
}

function inForce(
  key: FrontmatterKey,
  value: number,
  exact: boolean,
  field: EntryText,
  report: Report,
): number {
  if (!exact) {
    report.add(field.at, {
      code: "invalid-value",
      message: `\`${key}\` is not a whole number in its usual form and range; ${value} is in force`,
      cure: `write \`${key}: ${value}\``,
    });
  }
  return value;
}

function isCacheScope(text: string): text is CacheScope {
  return CACHE_SCOPES.includes(text);
}
