import type { Code, CodeTerm } from "./code.js";
import { bind } from "./bind.js";
import type { CodeMachine } from "./machine.js";
import { signature, widened } from "./widen.js";
import {
  type CodeFrame,
  type ClassValue,
  type CodeValue,
  data,
  eitherValue,
  eitherOf,
  isHarmless,
  listValue,
  opaque,
  itemsOf,
} from "./value.js";

/** Items that a loop goes through one by one. */
const MOST_ITEMS = 64;

/** Rounds after the first of a loop of which nobody knows how often it runs. */
const MOST_ROUNDS = 4;

/** Runs statements; returns whether what follows may run. */
export function runCode(machine: CodeMachine, block: readonly Code[], frame: CodeFrame): boolean {
  let maybe = 0;
  for (const code of block) {
    if (!machine.step()) break;
    const goesOn = runOne(machine, code, frame);
    if (goesOn === false) {
      machine.maybe -= maybe;
      return false;
    }
    // A part of it may have left: what follows is no longer sure.
    if (goesOn === "perhaps") {
      machine.maybe++;
      maybe++;
    }
  }
  machine.maybe -= maybe;
  return true;
}

type GoesOn = boolean | "perhaps";

function runOne(machine: CodeMachine, code: Code, frame: CodeFrame): GoesOn {
  const evaluate = (term: CodeTerm): CodeValue => machine.engine.evaluate(machine, term, frame);
  switch (code.kind) {
    case "do":
      return !isExit(evaluate(code.value));
    case "let":
      bind(machine, code.target, evaluate(code.value), frame);
      return true;
    case "branch":
      return runArms(machine, code.arms, code.whole, frame);
    case "attempt":
      return runAttempt(machine, code.body, code.arms, frame);
    case "loop":
      runLoop(machine, code, frame);
      return code.leaves ? "perhaps" : true;
    case "give": {
      const value = code.value === null ? data() : evaluate(code.value);
      frame.returned = eitherValue(
        frame.returned ?? undefined,
        code.goesOn ? listValue([value], true) : value,
      );
      return code.goesOn;
    }
    case "leave":
      return false;
    default:
      defineName(machine, code, frame);
      return true;
  }
}

type Definition = Extract<Code, { kind: "class" | "import" | "outer" | "opaque" }>;

function defineName(machine: CodeMachine, code: Definition, frame: CodeFrame): void {
  if (code.kind === "class") defineClass(machine, code, frame);
  else if (code.kind === "import") importName(machine, code, frame);
  else if (code.kind === "outer") for (const name of code.names) frame.outer.add(name);
  else machine.unknown(code.text);
}

/** A program that has ended does nothing more. */
function isExit(value: CodeValue): boolean {
  return value.kind === "object" && value.of === "exit";
}

/** Each arm in a layer of its own. */
function runArms(
  machine: CodeMachine,
  arms: readonly (readonly Code[])[],
  whole: boolean,
  frame: CodeFrame,
): GoesOn {
  const isSure = whole && arms.length === 1;
  if (isSure) return runCode(machine, arms[0] ?? [], frame);
  const chain = frame.chain();
  const bound = new Map(chain.map((one): [CodeFrame, ReadonlyMap<string, CodeValue>[]] => [one, []]));
  let [ended, going] = [0, 0];
  machine.maybe++;
  for (const arm of arms) {
    for (const one of chain) one.open();
    if (runCode(machine, arm, frame)) going++;
    else ended++;
    for (const one of chain) bound.get(one)?.push(one.close());
  }
  machine.maybe--;
  for (const one of chain) one.merge(bound.get(one) ?? [], whole);
  if (whole && going === 0) return false;
  return ended > 0 ? "perhaps" : true;
}

function runAttempt(
  machine: CodeMachine,
  body: readonly Code[],
  arms: readonly (readonly Code[])[],
  frame: CodeFrame,
): GoesOn {
  const chain = frame.chain();
  for (const one of chain) one.weak++;
  machine.tried++;
  const goesOn = runCode(machine, body, frame);
  machine.tried--;
  for (const one of chain) one.weak--;
  const handled = runArms(machine, arms, false, frame);
  if (!goesOn && arms.length === 0) return false;
  return goesOn && handled === true ? true : "perhaps";
}

type Loop = Extract<Code, { kind: "loop" }>;

function runLoop(machine: CodeMachine, code: Loop, frame: CodeFrame): void {
  const over = code.over === null ? null : machine.engine.evaluate(machine, code.over, frame);
  const known = over?.kind === "list" && !over.open && over.items.length <= MOST_ITEMS ? over.items : null;
  if (known !== null) {
    for (const item of known) {
      if (!machine.step()) return;
      round(machine, code, item, frame, !code.leaves);
    }
    return;
  }
  const item = over === null ? null : eitherOf(itemsOf(over));
  round(machine, code, item, frame, false);
  for (let i = 0; i < MOST_ROUNDS; i++) if (!isChanged(machine, code, item, frame)) return;
  machine.unknown("a loop");
}

/** Another round; what it changes may become anything of its kind. Returns whether there is something new. */
function isChanged(machine: CodeMachine, code: Loop, item: CodeValue | null, frame: CodeFrame): boolean {
  const [names, news, before] = [frame.names(), machine.news, boundIn(machine, frame)];
  round(machine, code, item, frame, false);
  for (const [name, value] of frame.names()) {
    const old = names.get(name);
    if (
      old !== undefined &&
      old !== value &&
      signature(old, machine.signatures) !== signature(value, machine.signatures)
    )
      frame.set(name, widened(value));
  }
  const after = boundIn(machine, frame);
  if (machine.news !== news || after.length !== before.length) return true;
  return after.some(({ name, value, said }, i) => {
    const old = before[i];
    if (old === undefined || old.name !== name) return true;
    if (old.value === value && said === null) return false;
    const now = said ?? signature(value, machine.signatures);
    return now !== (old.said ?? signature(old.value, machine.signatures));
  });
}

/** What a name is bound to at one time; `said`: its signature, where the value itself may change. */
interface Bound {
  readonly name: string;
  readonly value: CodeValue;
  readonly said: string | null;
}

/** All that names of a frame, and of those around it, are bound to. */
function boundIn(machine: CodeMachine, frame: CodeFrame): readonly Bound[] {
  const all: Bound[] = [];
  for (const one of frame.chain())
    for (const [name, value] of one.names())
      all.push({ name, value, said: isHarmless(value) ? null : signature(value, machine.signatures) });
  machine.fuel -= 8 + all.length;
  return all;
}

function round(
  machine: CodeMachine,
  code: Loop,
  item: CodeValue | null,
  frame: CodeFrame,
  isSure: boolean,
): void {
  if (isSure) {
    if (code.target !== null && item !== null) bind(machine, code.target, item, frame);
    runCode(machine, code.body, frame);
    return;
  }
  const chain = frame.chain();
  machine.maybe++;
  for (const one of chain) one.open();
  if (code.target !== null && item !== null) bind(machine, code.target, item, frame);
  runCode(machine, code.body, frame);
  const arms = chain.map((one) => one.close());
  machine.maybe--;
  for (const [i, one] of chain.entries()) one.merge([arms[i] ?? new Map()], false);
}

function defineClass(machine: CodeMachine, code: Extract<Code, { kind: "class" }>, frame: CodeFrame): void {
  const bases = code.bases.map((base) => machine.engine.evaluate(machine, base, frame));
  const inner = frame.child();
  runCode(machine, code.body, inner);
  // Methods see the names around the class, and not those in it.
  const members = new Map(
    [...inner.names()].map(([name, value]): [string, CodeValue] => [
      name,
      value.kind === "function" && value.frame === inner ? { ...value, frame } : value,
    ]),
  );
  const made: ClassValue = { kind: "class", name: code.name, members, bases };
  frame.set(code.name, made);
}

function importName(machine: CodeMachine, code: Extract<Code, { kind: "import" }>, frame: CodeFrame): void {
  const { language } = machine;
  const module = language.web ? code.module.replace(/^node:/, "").replaceAll("/", ".") : code.module;
  const isKnown = machine.isHarmless(module) || language.modules.has(module.split(".")[0] ?? "");
  // Its own code runs when it is imported.
  if (!isKnown) machine.unknown(`module ${code.module}`);
  if (code.name === "") return;
  const place = code.member === null ? module : `${module}.${code.member}`;
  if (!isKnown) {
    if (code.name !== "*") frame.set(code.name, opaque(place));
    return;
  }
  if (code.name !== "*") {
    frame.set(code.name, { kind: "place", name: place });
    return;
  }
  for (const name of language.calls.keys()) {
    if (!name.startsWith(`${code.module}.`)) continue;
    const rest = name.slice(code.module.length + 1);
    if (!/[.:]/.test(rest)) frame.set(rest, { kind: "place", name });
  }
  machine.starred.push(code.module);
}
