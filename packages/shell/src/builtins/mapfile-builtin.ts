import { received } from "../hidden-code.js";
import { inputOf } from "../descriptors.js";
import { type Field, collapse, hole, joinFields, literalOf, originsOf, textFrom } from "../field.js";
import { LIMITS } from "../limits.js";
import { type Frame, type Invocation, type Machine, childFrame, either } from "../machine.js";
import type { AfterRun, State } from "../state.js";
import { type VariableValue, isArrayValue } from "../values.js";
import { joinStates } from "../join-states.js";
import { consume, isName } from "./builtin-run.js";

/** The most lines that an array gets. */
const MAX_LINES = 256;

/** What the options of `mapfile` say; numbers are NaN when they are not known. */
interface MapPlan {
  name: string | null;
  end: string;
  most: number;
  skip: number;
  origin: number;
  /** What is there already stays. */
  keeps: boolean;
  trims: boolean;
  descriptor: number;
  code: Field | null;
}

/** `mapfile`, `readarray`: lines of standard input as an array; `-C` is code that runs for some of them. */
export function runMapfile(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  const plan = planOf(invocation);
  const { content } = inputOf(state, plan.descriptor);
  const from = originsOf(collapse(content));
  const { name } = plan;
  if (name === null || !isName(name)) {
    state.tainted = true;
    if (name === null) machine.reader.unknown("dynamic-argument", "mapfile", invocation.span);
  } else {
    const exported = state.variables.get(name)?.exported === true;
    const before = plan.keeps ? (state.variables.get(name)?.values ?? [null]) : [null];
    const old = before.length === 1 ? (before[0] ?? null) : hole();
    const values = content.map((one) => linesOf(machine, one, plan, old));
    state.setVariable(name, { values, exported, attribute: "none" });
    received(machine, name, state, frame, invocation.span);
  }
  const isWhole = plan.most === 0;
  consume(state, plan.descriptor, [isWhole ? "" : hole(from)]);
  if (plan.code !== null) return runCallback(machine, plan.code, from, invocation, state, frame);
  return either(state);
}

function planOf({ fields }: Invocation): MapPlan {
  const plan: MapPlan = {
    name: "MAPFILE",
    end: "\n",
    most: 0,
    skip: 0,
    origin: 0,
    keeps: false,
    trims: false,
    descriptor: 0,
    code: null,
  };
  let i = 1;
  for (; i < fields.length; i++) {
    const text = literalOf(fields[i] ?? "");
    if (text === null || text === "--" || !/^-[A-Za-z]/.test(text)) break;
    // Letters without a value, then one with it.
    const [, plain = "", letter, value = ""] = /^-([^dnOsuCc]*)(?:([dnOsuCc])(.*))?$/s.exec(text) ?? [];
    plan.trims ||= plain.includes("t");
    if (letter !== undefined) setOption(plan, letter, value === "" ? (fields[++i] ?? "") : value);
  }
  if (literalOf(fields[i] ?? "") === "--") i++;
  if (i < fields.length) plan.name = literalOf(fields[i] ?? "");
  return plan;
}

function setOption(plan: MapPlan, letter: string, value: Field): void {
  const text = literalOf(value);
  const number = text !== null && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (letter === "C") plan.code = value;
  else if (letter === "d") {
    plan.end = text === "" ? "\0" : (text?.slice(0, 1) ?? "\n");
    if (text === null) plan.skip = Number.NaN;
  } else if (letter === "n") plan.most = number;
  else if (letter === "s") plan.skip = number;
  else if (letter === "u") plan.descriptor = Number.isNaN(number) ? -1 : number;
  else if (letter === "O") {
    plan.origin = number;
    plan.keeps = true;
  }
}

/** The array that a string gives. */
function linesOf(machine: Machine, content: Field, plan: MapPlan, old: VariableValue): VariableValue {
  const from = originsOf(content);
  const text = literalOf(content);
  const isKnown =
    text !== null && text.length <= LIMITS.value && !Number.isNaN(plan.most + plan.skip + plan.origin);
  if (!isKnown || (old !== null && !isArrayValue(old)) || (isArrayValue(old) && old.keyed)) return hole(from);
  machine.work.spend(text.length);
  const pieces = text.split(plan.end);
  const last = pieces.pop() ?? "";
  const lines = pieces.map((one) => (plan.trims ? one : one + plan.end));
  if (last !== "") lines.push(last);
  const taken = lines.slice(plan.skip, plan.most === 0 ? undefined : plan.skip + plan.most);
  if (taken.length > MAX_LINES) return hole(from);
  const entries = new Map(old === null ? [] : old.entries);
  taken.forEach((line, i) => entries.set(String(plan.origin + i), textFrom(line, from)));
  const ordered = new Map([...entries].toSorted(([a], [b]) => Number(a) - Number(b)));
  return { kind: "array", keyed: false, entries: ordered };
}

/** The code, with an index and a line after it: they are quoted, so that only the code itself is one. */
function runCallback(
  machine: Machine,
  code: Field,
  from: ReturnType<typeof originsOf>,
  invocation: Invocation,
  state: State,
  frame: Frame,
): AfterRun {
  const child = state.fork();
  child.setVariable("__LINE", { values: [hole(from)], exported: false, attribute: "none" });
  const text = joinFields(code, ' "$RANDOM" "$__LINE"');
  const inner: Frame = { ...childFrame(frame), depth: frame.depth + 1, maybe: true };
  const after = machine.code(text, child, inner, -1, invocation.span);
  for (const one of new Set([after.success, after.failure])) one?.forgetVariable("__LINE");
  return either(joinStates(state, joinStates(after.success, after.failure)));
}
