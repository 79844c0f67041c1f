import { type Field, literalOf, partsOfField, simplify } from "@gatehouse-hooks/shell";
import type { CompiledUsage, Option } from "./compile-usage.js";

/** An option that is on the command line. */
export interface GivenOption {
  readonly option: Option;
  /** As it was written: `-rf` gives `-r` and `-f`. */
  readonly name: string;
  /** `--no-x`. */
  readonly negated: boolean;
  readonly value: Field | null;
  /** The index of the field with the value, else with the option. */
  readonly index: number;
}

/** An operand and the index of its field. */
export interface Operand {
  readonly field: Field;
  readonly index: number;
}

/** Arguments, read by a usage. */
export interface ParsedArguments {
  readonly given: readonly GivenOption[];
  readonly operands: readonly Operand[];
  /** Options that the usage does not have, as written. */
  readonly unknown: readonly { readonly text: string; readonly index: number }[];
  /** Fields that begin with an unknown part where an option may be. */
  readonly dynamic: readonly number[];
  /** `--help` or `--version`. */
  readonly asks: boolean;
  /** `--` was given, before this many operands; else -1. */
  readonly dashes: number;
  /** With `posix`: the index of the first operand; else the number of fields. */
  readonly stop: number;
}

/**
 * Reads options and operands.
 *
 * @param from index of the first field to read
 * @param stops the first operand ends the reading (`posix`), e.g. to find a subcommand
 */
export function parseArguments(
  usage: CompiledUsage,
  fields: readonly Field[],
  from: number,
  stops: boolean,
): ParsedArguments {
  const { style } = usage;
  const reading: Reading = { usage, fields, given: [], unknown: [], unread: -1 };
  if (style === "powershell" || style === "slash") return windowsArguments(reading, from, style);
  const { given } = reading;
  const operands: Operand[] = [];
  const dynamic: number[] = [];
  let asks = false;
  let dashes = -1;
  let at = from;
  for (; at < fields.length; at++) {
    const field = fields[at] ?? "";
    const text = leadOf(field);
    if (dashes >= 0 || text === null || text.length < 2 || text.charCodeAt(0) !== DASH) {
      if (style === "bundle" && at === from && typeof field === "string" && /^[A-Za-z]+$/.test(field)) {
        at = cluster(reading, at, `-${field}`, true);
        continue;
      }
      if (style === "assign" && text !== null) {
        const equals = text.indexOf("=");
        const option = equals > 0 ? usage.options.get(text.slice(0, equals)) : undefined;
        if (option !== undefined) {
          const value = afterLead(field, equals + 1);
          given.push({ option, name: text.slice(0, equals), negated: false, value, index: at });
          continue;
        }
      }
      const plus = dashes < 0 && text?.startsWith("+") === true ? usage.options.get("+") : undefined;
      if (plus !== undefined) {
        given.push({ option: plus, name: "+", negated: false, value: afterLead(field, 1), index: at });
        continue;
      }
      if (dashes < 0 && text === null) dynamic.push(at);
      if (stops) break;
      operands.push({ field, index: at });
      continue;
    }
    if (text === "--" && field === "--") {
      dashes = operands.length;
      if (stops) {
        at++;
        break;
      }
      continue;
    }
    // After an option that is not known it may be that one's value.
    if (isQuestion(usage, text) && reading.unread !== at - 1) asks = true;
    else if (style === "single") at = named(reading, at, text, singleOption);
    else if (text.startsWith("--")) at = named(reading, at, text, longOption);
    else at = cluster(reading, at, text, false);
  }
  return { given, operands, unknown: reading.unknown, dynamic, asks, dashes, stop: at };
}

/** Names of parameters, and options of programs of Windows. */
const WINDOWS = { powershell: /^-[A-Za-z?]/, slash: /^[/-][A-Za-z?](?:[^/\\]*$|[A-Za-z]*:)/ } as const;

/** The same of what is written for Windows: a value is never taken for the name of a parameter there. */
function windowsArguments(reading: Reading, from: number, style: keyof typeof WINDOWS): ParsedArguments {
  const { fields } = reading;
  const operands: Operand[] = [];
  let asks = false;
  let at = from;
  for (; at < fields.length; at++) {
    const field = fields[at] ?? "";
    const text = leadOf(field);
    if (text === "/?" || text === "-?") asks = true;
    else if (text === null || !WINDOWS[style].test(text)) operands.push({ field, index: at });
    else at = named(reading, at, text, style === "slash" ? slashOption : shellOption, ":");
  }
  return {
    given: reading.given,
    operands,
    unknown: reading.unknown,
    dynamic: [],
    asks,
    dashes: -1,
    stop: at,
  };
}

/** Arguments while they are read. */
interface Reading {
  readonly usage: CompiledUsage;
  readonly fields: readonly Field[];
  readonly given: GivenOption[];
  readonly unknown: { readonly text: string; readonly index: number }[];
  /** The index of the last option that the usage does not have. */
  unread: number;
}

/** `--help`, `--version`, and where nothing else is meant their beginnings. */
function isQuestion(usage: CompiledUsage, text: string): boolean {
  if (text === "--help" || text === "--version") return text === "--help" || !usage.options.has(text);
  if (text.length < 3 || usage.loose || usage.style === "single") return false;
  if (!"--help".startsWith(text) && !"--version".startsWith(text)) return false;
  return !usage.longNames.some((one) => one.startsWith(text));
}

function unread(reading: Reading, text: string, at: number): void {
  if (!text.includes("=")) reading.unread = at;
  if (!reading.usage.loose) reading.unknown.push({ text: text.slice(0, 100), index: at });
}

const DASH = 45;

/** The known beginning of a field; `null` when it begins with something unknown. */
function leadOf(field: Field): string | null {
  if (typeof field === "string") return field;
  const first = field[0];
  return first?.kind === "text" ? first.text : first?.kind === "glob" ? "" : null;
}

/** The field without its first characters, which are known. */
function afterLead(field: Field, length: number): Field {
  if (typeof field === "string") return field.slice(length);
  const [first, ...rest] = partsOfField(field);
  if (first?.kind !== "text") return field;
  const text = first.text.slice(length);
  return simplify(text === "" ? rest : [{ ...first, text }, ...rest]);
}

interface Found {
  readonly option: Option;
  readonly negated: boolean;
  /** It may be another option, which the usage does not have. */
  readonly guessed: boolean;
}

type Find = (usage: CompiledUsage, name: string) => Found | null;

/** `--name`, `--name value`, `--name=value`. */
function named(reading: Reading, at: number, text: string, find: Find, mark = "="): number {
  const { usage, fields, given } = reading;
  const field = fields[at] ?? "";
  const equals = text.indexOf(mark);
  const name = equals === -1 ? text : text.slice(0, equals);
  const found = find(usage, name);
  if (found === null || (equals === -1 && typeof field !== "string")) {
    unread(reading, text, at);
    return at;
  }
  const { option, negated, guessed } = found;
  if (equals !== -1) {
    const isFlag = option.value === "none" && usage.style !== "single";
    const value = isFlag ? null : afterLead(field, equals + 1);
    given.push({ option, name, negated, value, index: at });
    return at;
  }
  const next = at + 1 + option.skips;
  if (option.value === "required" && !negated && next < fields.length) {
    given.push({ option, name, negated, value: fields[next] ?? "", index: next });
    return guessed ? at : next;
  }
  given.push({ option, name, negated, value: null, index: at });
  return at;
}

/** By its whole name, by an unambiguous beginning, or as `--no-NAME`. */
function longOption(usage: CompiledUsage, name: string): Found | null {
  const exact = usage.options.get(name);
  if (exact !== undefined) return { option: exact, negated: false, guessed: false };
  let found: Option | null = null;
  if (name.length > 2) {
    for (const one of usage.longNames) {
      const option = one.startsWith(name) ? usage.options.get(one) : undefined;
      if (option === undefined || option === found) continue;
      if (found !== null) return null;
      found = option;
    }
  }
  if (found !== null) return { option: found, negated: false, guessed: usage.loose };
  if (name.startsWith("--no-")) {
    const option = usage.options.get(`--${name.slice(5)}`);
    if (option !== undefined) return { option, negated: true, guessed: false };
  }
  return null;
}

/** `-name` and `--name` are one. */
function singleOption(usage: CompiledUsage, name: string): Found | null {
  const option =
    usage.options.get(name) ?? usage.options.get(name.startsWith("--") ? name.slice(1) : `-${name}`);
  return option === undefined ? null : { option, negated: false, guessed: false };
}

/** By its name or an unambiguous beginning of it; case does not count. */
function shellOption(usage: CompiledUsage, name: string): Found | null {
  const small = name.toLowerCase();
  const exact = usage.options.get(small);
  if (exact !== undefined) return { option: exact, negated: false, guessed: false };
  const all = new Set(
    usage.longNames.filter((one) => one.startsWith(small)).map((one) => usage.options.get(one)),
  );
  const [option] = all;
  return option === undefined || all.size > 1 ? null : { option, negated: false, guessed: false };
}

/** `/name`, `-name`; case does not count. */
function slashOption(usage: CompiledUsage, name: string): Found | null {
  const small = `/${name.slice(1).toLowerCase()}`;
  const option = usage.options.get(small);
  return option === undefined ? null : { option, negated: false, guessed: false };
}

/** `-abc`, `-ofile`, `-o file`. */
function cluster(reading: Reading, at: number, text: string, bundled: boolean): number {
  const { usage, fields, given } = reading;
  const field = bundled ? text : (fields[at] ?? "");
  const whole = typeof field === "string" ? usage.options.get(field) : undefined;
  // `-9`, `-name`: an option of one dash and several letters that the row has as it is.
  if (whole !== undefined && text.length > 2) {
    const hasNext = whole.value === "required" && at + 1 < fields.length;
    given.push({
      option: whole,
      name: text,
      negated: false,
      value: hasNext ? (fields[at + 1] ?? "") : null,
      index: hasNext ? at + 1 : at,
    });
    return hasNext ? at + 1 : at;
  }
  let next = at;
  for (let i = 1; i < text.length; i++) {
    const name = `-${text[i] ?? ""}`;
    const option = usage.options.get(name) ?? (/\d/.test(name) ? usage.options.get("-NUM") : undefined);
    if (option === undefined) {
      unread(reading, text, at);
      return next;
    }
    if (option.value === "none") {
      given.push({ option, name, negated: false, value: null, index: at });
      continue;
    }
    const attached = bundled ? "" : afterLead(field, i + 1);
    if (attached !== "") {
      given.push({ option, name, negated: false, value: attached, index: at });
      return next;
    }
    if (option.value === "optional" || next + 1 >= fields.length) {
      given.push({ option, name, negated: false, value: null, index: at });
      if (!bundled) return next;
      continue;
    }
    next++;
    given.push({ option, name, negated: false, value: fields[next] ?? "", index: next });
    if (!bundled) return next;
  }
  if (typeof field !== "string") reading.unknown.push({ text: text.slice(0, 100), index: at });
  return next;
}

/** The value as a string, when it is known. */
export function valueText(given: GivenOption | null): string | null {
  return given === null || given.value === null ? null : literalOf(given.value);
}
