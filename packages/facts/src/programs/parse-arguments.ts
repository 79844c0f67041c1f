import { type Field, literalOf, partsOfField, simplify } from "@gatehouse-hooks/shell";
import type { CompiledUsage, Option } from "./compile-usage.js";

/** An option that is on the command line. */
export interface Given {
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
  readonly given: readonly Given[];
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
  const given: Given[] = [];
  const operands: Operand[] = [];
  const unknown: { text: string; index: number }[] = [];
  const dynamic: number[] = [];
  let asks = false;
  let dashes = -1;
  let at = from;
  const { style } = usage;
  for (; at < fields.length; at++) {
    const field = fields[at] ?? "";
    const text = leadOf(field);
    if (dashes >= 0 || text === null || text.length < 2 || text.charCodeAt(0) !== DASH) {
      if (style === "bundle" && at === from && typeof field === "string" && /^[A-Za-z]+$/.test(field)) {
        at = cluster(usage, fields, at, `-${field}`, true, given, unknown);
        continue;
      }
      if (style === "assign" && text !== null) {
        const equals = text.indexOf("=");
        const option = equals > 0 ? usage.options.get(text.slice(0, equals)) : undefined;
        if (option !== undefined) {
          given.push({
            option,
            name: text.slice(0, equals),
            negated: false,
            value: afterLead(field, equals + 1),
            index: at,
          });
          continue;
        }
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
    if (text === "--help" || (text === "--version" && !usage.options.has("--version"))) asks = true;
    else if (style === "single") at = single(usage, fields, at, text, given, unknown);
    else if (text.startsWith("--")) at = long(usage, fields, at, text, given, unknown);
    else at = cluster(usage, fields, at, text, false, given, unknown);
  }
  return { given, operands, unknown, dynamic, asks, dashes, stop: at };
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

function long(
  usage: CompiledUsage,
  fields: readonly Field[],
  at: number,
  text: string,
  given: Given[],
  unknown: { text: string; index: number }[],
): number {
  const field = fields[at] ?? "";
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  const found = longOption(usage, name);
  if (found === null || (equals === -1 && typeof field !== "string")) {
    if (!usage.loose) unknown.push({ text: text.slice(0, 100), index: at });
    return at;
  }
  const { option, negated } = found;
  if (equals !== -1) {
    const value = afterLead(field, equals + 1);
    given.push({ option, name, negated, value: option.value === "none" ? null : value, index: at });
    return at;
  }
  if (option.value === "required" && !negated && at + 1 < fields.length) {
    given.push({ option, name, negated, value: fields[at + 1] ?? "", index: at + 1 });
    return at + 1;
  }
  given.push({ option, name, negated, value: null, index: at });
  return at;
}

/** By its whole name, by an unambiguous beginning, or as `--no-NAME`. */
function longOption(
  usage: CompiledUsage,
  name: string,
): { readonly option: Option; readonly negated: boolean } | null {
  const exact = usage.options.get(name);
  if (exact !== undefined) return { option: exact, negated: false };
  let found: Option | null = null;
  if (name.length > 3) {
    for (const one of usage.longNames) {
      const option = one.startsWith(name) ? usage.options.get(one) : undefined;
      if (option === undefined || option === found) continue;
      if (found !== null) return null;
      found = option;
    }
  }
  if (found !== null) return { option: found, negated: false };
  if (name.startsWith("--no-")) {
    const option = usage.options.get(`--${name.slice(5)}`);
    if (option !== undefined) return { option, negated: true };
  }
  return null;
}

/** `-abc`, `-ofile`, `-o file`. */
function cluster(
  usage: CompiledUsage,
  fields: readonly Field[],
  at: number,
  text: string,
  bundled: boolean,
  given: Given[],
  unknown: { text: string; index: number }[],
): number {
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
      if (!usage.loose) unknown.push({ text: text.slice(0, 100), index: at });
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
  if (typeof field !== "string") unknown.push({ text: text.slice(0, 100), index: at });
  return next;
}

/** `-name value`, `-name=value`, also with two dashes. */
function single(
  usage: CompiledUsage,
  fields: readonly Field[],
  at: number,
  text: string,
  given: Given[],
  unknown: { text: string; index: number }[],
): number {
  const field = fields[at] ?? "";
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  const option =
    usage.options.get(name) ?? usage.options.get(name.startsWith("--") ? name.slice(1) : `-${name}`);
  if (option === undefined) {
    if (!usage.loose) unknown.push({ text: text.slice(0, 100), index: at });
    return at;
  }
  if (equals !== -1)
    given.push({ option, name, negated: false, value: afterLead(field, equals + 1), index: at });
  else if (option.value === "required" && at + 1 < fields.length) {
    given.push({ option, name, negated: false, value: fields[at + 1] ?? "", index: at + 1 });
    return at + 1;
  } else given.push({ option, name, negated: false, value: null, index: at });
  return at;
}

/** The value as a string, when it is known. */
export function valueText(given: Given | null): string | null {
  return given === null || given.value === null ? null : literalOf(given.value);
}
