import {
  type Field,
  type FieldPart,
  joinFields,
  literalOf,
  partsOfField,
  simplify,
  withoutGlobs,
} from "../field.js";
import { LIMITS } from "../limits.js";

/**
 * `printf` as bash has it: the format is used again until no argument is left. `null` when a directive is not computed.
 *
 * @param spend units of work
 */
export function formatPrintf(
  format: string,
  args: readonly Field[],
  spend: (units: number) => void,
): Field | null {
  let result: Field = "";
  let next = 0;
  let length = 0;
  do {
    const before = next;
    for (let i = 0; i < format.length;) {
      const one = format[i] ?? "";
      spend(1);
      if (one === "\\") {
        const { text, size, ended } = escapeAt(format, i, false);
        if (ended) return result;
        result = joinFields(result, text);
        i += size;
        continue;
      }
      if (one !== "%") {
        let end = i;
        while (end < format.length && format[end] !== "%" && format[end] !== "\\") end++;
        result = joinFields(result, format.slice(i, end));
        i = end;
        continue;
      }
      const directive = /^%([-+ #0]*)(\*|\d*)(?:\.(\*|\d*))?([hlLqjzt]*)([a-zA-Z%(])/.exec(
        format.slice(i, i + 40),
      );
      const letter = directive?.[5];
      if (directive === null || letter === undefined) return null;
      i += directive[0].length;
      if (letter === "%") {
        result = joinFields(result, "%");
        continue;
      }
      const [, flags = "", width = "", precision] = directive;
      if (width === "*" || precision === "*") return null;
      const given = args[next++];
      const printed = print(letter, flags, width, precision, directive[4] ?? "", given);
      if (printed === null) return null;
      result = joinFields(result, printed.field);
      if (printed.ended) return result;
    }
    length += format.length + 8;
    if (length > LIMITS.value * 2 || before === next) break;
  } while (next < args.length);
  return result;
}

interface Printed {
  readonly field: Field;
  /** `\c` in `%b`: nothing more is printed. */
  readonly ended: boolean;
}

function print(
  letter: string,
  flags: string,
  width: string,
  precision: string | undefined,
  modifier: string,
  given: Field | undefined,
): Printed | null {
  const field = given === undefined ? "" : asString(given);
  const text = literalOf(field);
  if (letter === "s" || letter === "b") {
    if (modifier.includes("q")) return null;
    if (width === "" && precision === undefined && letter === "s") return { field, ended: false };
    return text === null ? null : printText(letter, flags, width, precision, text);
  }
  if (text === null) return null;
  if (letter === "q")
    return /^[\w@%+=:./-]+$/.test(text) ? { field: padded(text, flags, width), ended: false } : null;
  if (letter === "c") return { field: padded(text.slice(0, 1), flags, width), ended: false };
  if (!"diouxX".includes(letter)) return null;
  const number = numberOf(text);
  if (number === null) return null;
  return {
    field: padded(digits(number, letter, flags, precision), flags, width, precision === undefined),
    ended: false,
  };
}

function printText(
  letter: "s" | "b",
  flags: string,
  width: string,
  precision: string | undefined,
  given: string,
): Printed {
  const { text, ended } = letter === "b" ? unescapePrintf(given, true) : { text: given, ended: false };
  const cut = precision === undefined ? text : text.slice(0, Number(precision));
  return { field: padded(cut, flags, width), ended };
}

function numberOf(text: string): number | null {
  if (text === "") return 0;
  if (/^["'].$/.test(text)) return text.charCodeAt(1);
  if (/^[-+]?0[0-7]*$/.test(text)) return Number.parseInt(text, 8) || 0;
  if (/^[-+]?(?:\d{1,15}|0[xX][0-9a-fA-F]{1,12})$/.test(text)) return Number(text);
  return null;
}

function digits(number: number, letter: string, flags: string, precision: string | undefined): string {
  const base = letter === "o" ? 8 : letter === "x" || letter === "X" ? 16 : 10;
  const wrapped = number < 0 && base !== 10 ? 2n ** 64n + BigInt(number) : BigInt(Math.abs(number));
  let shown = wrapped.toString(base);
  if (letter === "X") shown = shown.toUpperCase();
  if (precision !== undefined) shown = shown.padStart(Math.min(Number(precision), 1_000), "0");
  if (flags.includes("#")) shown = base === 8 ? `0${shown}` : base === 16 ? `0${letter}${shown}` : shown;
  return base === 10 ? signOf(number, flags) + shown : shown;
}

function signOf(number: number, flags: string): string {
  if (number < 0) return "-";
  return flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
}

function padded(text: string, flags: string, width: string, zeros = false): string {
  const size = Math.min(Number(width === "" ? 0 : width), 1_000);
  if (text.length >= size) return text;
  if (flags.includes("-")) return text.padEnd(size);
  if (!zeros || !flags.includes("0")) return text.padStart(size);
  const sign = /^[-+ ]/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(size - sign.length, "0");
}

/** A field that is printed: its parts are not fields any more. */
function asString(field: Field): Field {
  if (typeof field === "string") return field;
  const parts = partsOfField(field).map((part): FieldPart =>
    part.kind === "hole" ? { ...part, wide: false } : part,
  );
  return withoutGlobs(simplify(parts)) === field ? field : simplify(parts);
}

/**
 * Backslash escapes.
 *
 * @param isArgument of `%b` and `echo -e`: `\0` may be followed by three digits, and `\c` ends everything
 */
export function unescapePrintf(
  text: string,
  isArgument: boolean,
): { readonly text: string; readonly ended: boolean } {
  if (!text.includes("\\")) return { text, ended: false };
  let result = "";
  for (let i = 0; i < text.length;) {
    if (text[i] !== "\\") {
      result += text[i++] ?? "";
      continue;
    }
    const escape = escapeAt(text, i, isArgument);
    if (escape.ended) return { text: result, ended: true };
    result += escape.text;
    i += escape.size;
  }
  return { text: result, ended: false };
}

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["b", "\b"],
  ["e", "\u001B"],
  ["E", "\u001B"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
]);

function escapeAt(
  text: string,
  at: number,
  isArgument: boolean,
): { readonly text: string; readonly size: number; readonly ended: boolean } {
  const next = text[at + 1] ?? "";
  const simple = SIMPLE.get(next);
  if (simple !== undefined) return { text: simple, size: 2, ended: false };
  if (next === "c" && isArgument) return { text: "", size: 2, ended: true };
  const rest = text.slice(at + 1, at + 12);
  const octal = (isArgument ? /^0[0-7]{0,3}|^[1-7][0-7]{0,2}/ : /^[0-7]{1,3}/).exec(rest)?.[0];
  if (octal !== undefined) {
    const value = Number.parseInt(octal, 8) & 255;
    return { text: String.fromCharCode(value), size: octal.length + 1, ended: false };
  }
  const hex = /^(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8})/.exec(rest);
  if (hex !== null) {
    const value = Number.parseInt(hex[0].slice(1), 16);
    return {
      text: value > 0x10ffff ? "\uFFFD" : String.fromCodePoint(value),
      size: hex[0].length + 1,
      ended: false,
    };
  }
  if (!isArgument && (next === '"' || next === "'")) return { text: next, size: 2, ended: false };
  return { text: `\\${next}`, size: next === "" ? 1 : 2, ended: false };
}
