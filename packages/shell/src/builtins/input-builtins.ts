import { type Alternatives, type Field, collapse, hole, literalOf, originsOf, textFrom } from "../field.js";
import { inputOf } from "../descriptors.js";
import { separatorsOf } from "../separators.js";
import { type Frame, type Invocation, type Machine, either } from "../machine.js";
import { LIMITS } from "../limits.js";
import type { AfterRun, State } from "../state.js";
import { isName } from "./builtin-run.js";

/** Letters of `read` that take a value. */
const WITH_VALUE = "adinNptu";

/** `read`: a line of standard input, split into variables. */
export function runRead(machine: Machine, invocation: Invocation, state: State, _frame: Frame): AfterRun {
  const names: string[] = [];
  let raw = false;
  let isOdd = false;
  let array: string | null = null;
  let descriptor = 0;
  const { fields } = invocation;
  let operands = false;
  for (let i = 1; i < fields.length; i++) {
    const text = literalOf(fields[i] ?? "");
    if (text === null) {
      state.tainted = true;
      machine.reader.unknown("dynamic-argument", "read", invocation.span);
      continue;
    }
    if (operands || !/^-[A-Za-z]/.test(text)) {
      if (text === "--" && !operands) operands = true;
      else {
        operands = true;
        names.push(text);
      }
      continue;
    }
    for (let at = 1; at < text.length; at++) {
      const letter = text[at] ?? "";
      if (letter === "r") raw = true;
      if (!WITH_VALUE.includes(letter)) continue;
      const value = at + 1 < text.length ? text.slice(at + 1) : literalOf(fields[++i] ?? "");
      if (letter === "a") array = value;
      else if (letter === "u") descriptor = value !== null && /^\d+$/.test(value) ? Number(value) : -1;
      else if (letter === "d" || letter === "n" || letter === "N") isOdd = true;
      break;
    }
  }
  const { content, kind } = inputOf(state, descriptor);
  const only = content.length === 1 ? content[0] : undefined;
  const whole = only === undefined ? null : literalOf(only);
  const from = originsOf(collapse(content));
  // Of a descriptor that is not open nothing is read, and the variables stay.
  const isOpen = kind !== "none" || state.descriptors.get(descriptor)?.kind === "terminal";
  const isKnown = isOpen && whole !== null && !isOdd && array === null && (raw || !whole.includes("\\"));
  if (!isKnown || only === undefined) {
    const unknown: Field = hole(from);
    for (const name of array === null ? (names.length === 0 ? ["REPLY"] : names) : [array]) {
      setRead(name, unknown, state);
    }
    if (kind !== "none") consume(state, descriptor, [hole(from)]);
    return either(state);
  }
  const end = whole.indexOf("\n");
  const line = end === -1 ? whole : whole.slice(0, end);
  machine.work.spend(whole.length);
  consume(state, descriptor, [end === -1 ? "" : textFrom(whole.slice(end + 1), from)]);
  const assigned = splitLine(line, names.length === 0 ? 0 : names.length, state);
  const targets = names.length === 0 ? ["REPLY"] : names;
  targets.forEach((name, i) => {
    setRead(name, assigned === null ? hole(from) : textFrom(assigned[i] ?? "", from), state);
  });
  // Without a newline at the end it fails, and has read all the same.
  return end === -1 ? { success: null, failure: state } : { success: state, failure: null };
}

/** Of an element, nothing is known of the whole array. */
function setRead(name: string, value: Field, state: State): void {
  const plain = name.replace(/\[.*$/s, "");
  if (isName(plain)) state.setValue(plain, [plain === name ? value : hole()]);
}

/** A line for n variables, the last of which gets the rest; 0: `REPLY`, as it is. `null` when `IFS` is not known. */
function splitLine(line: string, count: number, state: State): readonly string[] | null {
  if (count === 0) return [line];
  const separators = separatorsOf(state);
  if (separators === null) return null;
  if (separators === "") return [line];
  const blanks = [" ", "\t", "\n"].filter((one) => separators.includes(one)).join("");
  const trimmed = trim(line, blanks);
  if (count === 1) return [trimmed];
  const values: string[] = [];
  let rest = trimmed;
  while (values.length < count - 1 && rest !== "") {
    let end = 0;
    while (end < rest.length && !separators.includes(rest[end] ?? "")) end++;
    values.push(rest.slice(0, end));
    let next = end;
    let marks = 0;
    while (next < rest.length && separators.includes(rest[next] ?? "")) {
      if (!blanks.includes(rest[next] ?? "") && ++marks > 1) break;
      next++;
    }
    rest = rest.slice(next);
  }
  values.push(rest);
  return values;
}

function trim(text: string, blanks: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blanks.includes(text[start] ?? "x")) start++;
  while (end > start && blanks.includes(text[end - 1] ?? "x")) end--;
  return text.slice(start, end);
}

function consume(state: State, descriptor: number, content: Alternatives): void {
  const before = state.descriptors.get(descriptor);
  if (before?.kind !== "content") return;
  state.descriptors = new Map(state.descriptors).set(descriptor, { ...before, content });
}

/** `mapfile`, `readarray`: lines of standard input as an array. */
export function runMapfile(machine: Machine, invocation: Invocation, state: State): AfterRun {
  const { fields } = invocation;
  const last = fields.length > 1 ? literalOf(fields.at(-1) ?? "") : null;
  const isOption = last === null || last.startsWith("-");
  const name = isOption ? "MAPFILE" : last;
  const { content } = inputOf(state);
  // A callback, with the index and the line.
  if (fields.some((one) => /^-\w*C/.test(literalOf(one) ?? "-C")))
    machine.reader.unknown("dynamic-code", "mapfile", invocation.span);
  const only = content.length === 1 ? literalOf(content[0] ?? "") : null;
  const trims = fields.length === 3 && literalOf(fields[1] ?? "") === "-t";
  const from = originsOf(collapse(content));
  if (!isName(name)) {
    state.tainted = true;
    return either(state);
  }
  if (only === null || !trims || only.length > LIMITS.value) {
    state.setVariable(name, { values: [hole(from)], exported: false, attribute: "none" });
  } else {
    const lines = only.replace(/\n$/, "").split("\n");
    const entries = new Map(lines.map((line, i) => [String(i), textFrom(line, from)] as const));
    state.setVariable(name, {
      values: [{ kind: "array", keyed: false, entries }],
      exported: false,
      attribute: "none",
    });
  }
  consume(state, 0, [""]);
  return either(state);
}
