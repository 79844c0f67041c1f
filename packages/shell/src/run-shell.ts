import { evaluateArithmetic, evaluateText } from "./arithmetic.js";
import { assign } from "./assign.js";
import { TERMINALS } from "./descriptors.js";
import { expandFields, expandString, expandStringParts } from "./expand-word.js";
import { type Field, hasHole, hole, literalOf, showField, trimEnd } from "./field.js";
import { LIMITS } from "./limits.js";
import {
  type CommandReader,
  type Dialect,
  type Frame,
  type Machine,
  type TextSpan,
  either,
} from "./machine.js";
import { parseShell } from "./parse-shell.js";
import { runCall, runNamed } from "./run-call.js";
import { runList, runNode, substitute } from "./run-nodes.js";
import { type AfterRun, State } from "./state.js";
import type { ShellScript } from "./syntax.js";
import { type LaterFiles, Traffic } from "./traffic.js";
import { LimitReached, Work } from "./work.js";

/** Where a text runs. */
export interface ShellPlace {
  /** Absolute; `null` when it is not known. */
  readonly directory: string | null;
  /** Absolute; `null` when it is not known. */
  readonly home: string | null;
  /** Absent: bash. */
  readonly dialect?: Dialect;
  /** For a second reading: what the first one found. */
  readonly later?: LaterFiles;
}

/** What a reading cost. */
export interface ShellCost {
  readonly work: number;
  readonly nodes: number;
}

/** How a reading ended. */
export interface ShellReading {
  readonly cost: ShellCost;
  /**
   * What a second reading of the same text is to be given, because files are written while what comes earlier may read them;
   * `null` when it would see the same.
   */
  readonly later: LaterFiles | null;
}

/**
 * Reads shell text as a shell would run it, without running anything: every simple command that may run, in whichever branch,
 * is given to the reader with its words expanded as far as they are known.
 *
 * A reading goes in the order of the text. Where that is not enough `later` is for a second one.
 *
 * Never throws for any text. What is not understood, and what is over a limit, is said through `reader.unknown`.
 */
export function runShell(text: string, place: ShellPlace, reader: CommandReader): ShellReading {
  const work = new Work();
  const span: TextSpan = [0, text.length];
  if (text.length > LIMITS.text) {
    reader.unknown("limit", "text", span);
  }
  const machine = machineOf(work, place, reader);
  const frame: Frame = {
    via: [],
    place: "here",
    depth: 0,
    dialect: place.dialect ?? "bash",
    at: 0,
    span,
    maybe: false,
    absent: [],
    external: false,
    beside: 0,
    functions: [],
    returns: null,
    loop: null,
    aliases: [],
    places: [],
    process: { exits: 0 },
    locals: null,
  };
  const state = new State([place.directory ?? hole([], "here")], TERMINALS);
  // Which shell it is, whether it expands aliases, and under which name it was started.
  state.names = { ...state.names, expands: null };
  state.zero = [{ kind: "hole", from: [], wide: false, form: "any" }];
  try {
    runText(machine, text.slice(0, LIMITS.text), state, frame);
    for (const read of machine.traps) read();
  } catch (error) {
    // A limit, or a stack that was too deep for the host: what was found so far stays.
    if (!(error instanceof LimitReached || error instanceof RangeError)) throw error;
    reader.unknown("limit", error instanceof LimitReached ? error.message : "depth", span);
  }
  return {
    cost: { work: work.done, nodes: work.nodes },
    later: place.later === undefined ? machine.traffic.later() : null,
  };
}

function machineOf(work: Work, place: ShellPlace, reader: CommandReader): Machine {
  const machine: Machine = {
    work,
    reader,
    visited: [],
    traps: [],
    traffic: new Traffic(),
    later: place.later ?? new Map(),
    home: place.home,
    parse: (text, lazy, dialect = "bash") => {
      work.spend(64 + text.length * 4);
      if (dialect === "bash" || dialect === "sh") return parseShell(text, lazy);
      return reader.parse?.(dialect, text) ?? unreadScript(dialect);
    },
    list: (list, state, frame) => runList(machine, list, state, frame),
    node: (command, state, frame) => runNode(machine, command, state, frame),
    fields: (word, state, frame) => expandFields(machine, word, state, frame),
    string: (word, state, frame) => expandString(machine, word, state, frame),
    stringOfParts: (parts, state, frame) => expandStringParts(machine, parts, state, frame),
    arithmetic: (expression, state, frame) => evaluateArithmetic(machine, expression, state, frame),
    number: (text, state, frame) => evaluateText(machine, text, state, frame),
    assign: (assignment, state, frame, expanded) => {
      assign(machine, assignment, state, frame, expanded);
    },
    call: (invocation, state, frame) => runCall(machine, invocation, state, frame),
    named: (name, invocation, state, frame) => runNamed(machine, name, invocation, state, frame),
    code: (code, state, frame, offset, span) => runCode(machine, code, state, frame, offset, span),
    substitute: (script, state, frame, span, trims) => {
      if (frame.depth >= LIMITS.depth) {
        reader.unknown("limit", "substitution", span);
        return [[{ kind: "hole", from: [], wide: false, form: "any" }]];
      }
      // The shell waits for it: a function that calls itself here makes no more processes than calls that wait for each other.
      const inner: Frame = { ...frame, depth: frame.depth + 1 };
      // Positions inside of escaped backquotes are those of another string.
      const placed: Frame = script.moved ? { ...inner, at: -1, span } : inner;
      report(machine, script.errors, placed);
      const output = substitute(machine, script.list, state, placed);
      return trims ? output.map(trimEnd) : output;
    },
  };
  return machine;
}

/** A text in a language that nothing here reads. */
function unreadScript(dialect: Dialect): ShellScript {
  return { list: [], errors: [{ message: `not read: ${dialect}`, start: 0 }], bashOnly: false, moved: false };
}

/** Code that is made at run time: `eval`, `bash -c`, a here-document for a shell. */
function runCode(
  machine: Machine,
  code: Field,
  state: State,
  frame: Frame,
  offset: number,
  span: TextSpan,
): AfterRun {
  if (frame.depth > LIMITS.depth) {
    machine.reader.unknown("limit", "code", span);
    state.tainted = true;
    return either(state);
  }
  const known = literalOf(code);
  if (known === null) {
    machine.reader.unknown("dynamic-code", showField(code).slice(0, 200), span);
    state.tainted = true;
    const hasText =
      typeof code !== "string" && code.some((part) => part.kind === "text" && /\S/.test(part.text));
    if (!hasHole(code) || !hasText) return either(state);
  }
  // What is known of it is read: a hole is a word whose value is not known.
  const text =
    known ??
    (typeof code === "string"
      ? code
      : code.map((part) => (part.kind === "hole" ? "$__UNKNOWN" : part.text)).join(""));
  return runText(machine, text, state, { ...frame, at: offset, span });
}

function runText(machine: Machine, text: string, state: State, frame: Frame): AfterRun {
  const script = machine.parse(text, frame.dialect !== "sh", frame.dialect);
  report(machine, script.errors, frame);
  if (script.cut === true) machine.reader.unknown("limit", "text", frame.span);
  if (frame.dialect !== "powershell" && text.includes("\\\n") && /\$\w+\\\n\w/.test(text))
    machine.reader.unknown("syntax", "a name that goes on in the next line", frame.span);
  if (frame.dialect === "sh" && script.bashOnly)
    machine.reader.unknown("dialect", text.slice(0, 200), frame.span);
  return runList(machine, script.list, state, frame);
}

function report(
  machine: Machine,
  errors: readonly { readonly message: string; readonly start: number }[],
  frame: Frame,
): void {
  const [first] = errors;
  if (first === undefined) return;
  const span: TextSpan = frame.at < 0 ? frame.span : [frame.at + first.start, frame.at + first.start];
  machine.reader.unknown("syntax", first.message.slice(0, 200), span);
}
