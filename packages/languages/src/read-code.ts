import { bind } from "./bind.js";
import { callValue } from "./call-value.js";
import type { FunctionCode } from "./code.js";
import type { CodeReading } from "./effects.js";
import { evaluateTerm } from "./evaluate.js";
import { NameFrame } from "./frame.js";
import { type CodeStart, type Engine, type Language, type ReadLanguage, CodeMachine } from "./machine.js";
import { JAVASCRIPT } from "./javascript/javascript.js";
import { PYTHON } from "./python/python.js";
import { runCode } from "./run-code.js";
import { type CodeFrame, type FunctionValue, type CodeValue, data } from "./value.js";

const ENGINE: Engine = { evaluate: evaluateTerm, run: runCode, call: callValue, bind };

const LANGUAGES: Readonly<Record<ReadLanguage, Language>> = {
  python: PYTHON,
  node: JAVASCRIPT,
};

/** What `readLanguage` says, with the parsers at hand. */
export function readCode(lang: ReadLanguage, text: string, start: CodeStart): CodeReading | null {
  const language = LANGUAGES[lang];
  const code = language.read(text);
  if (code === null) return null;
  const machine = new CodeMachine(language, start, ENGINE);
  const frame = new NameFrame(null, language.builtins, language.web ? 1 : 0);
  runCode(machine, code, frame);
  callLater(machine);
  // Whoever was not understood may call what the text has not called.
  if (!machine.complete) for (const one of frame.names().values()) callUncalled(machine, one, frame);
  return { effects: machine.effects, complete: machine.complete };
}

/** What was handed over may be called when names mean something else. */
function callLater(machine: CodeMachine): void {
  const { news } = machine;
  machine.maybe++;
  for (const { called, given, frame } of machine.handed.slice()) callValue(machine, called, given, frame);
  machine.maybe--;
  if (machine.news !== news) machine.unknown("a function that is called later");
}

function callUncalled(machine: CodeMachine, value: CodeValue, frame: CodeFrame): void {
  const all = value.kind === "class" ? [...value.members.values()] : [value];
  machine.maybe++;
  for (const one of all)
    if (one.kind === "function" && !machine.entered.has(one.code)) callWith(machine, one, frame);
  machine.maybe--;
}

function callWith(machine: CodeMachine, value: FunctionValue, frame: CodeFrame): void {
  const { parameters }: FunctionCode = value.code;
  const items = parameters.map(() => data());
  callValue(machine, value, { items, named: new Map(), open: null }, frame);
}
