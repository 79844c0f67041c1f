import { aliasOf, runAlias } from "./run-alias.js";
import { runCall } from "./run-call.js";
import { redirect } from "./descriptors.js";
import { FieldLists, wordOfAssignment } from "./expand-word.js";
import { type Alternatives, hole, literalOf, withoutGlobs } from "./field.js";
import {
  type Assigned,
  DEAD,
  type Frame,
  type Invocation,
  type Machine,
  type TextSpan,
  spanIn,
} from "./machine.js";
import type { AfterRun, State } from "./state.js";
import { joinStates } from "./join-states.js";
import type { Variable } from "./values.js";
import type { Assignment, SimpleNode, WordNode } from "./syntax.js";

const NOTHING_ASSIGNED: readonly Assigned[] = [];
const DECLARATIONS: ReadonlySet<string> = new Set(["declare", "typeset", "local", "export", "readonly"]);

/** Runs a simple command: expands its words, then redirections, assignments, and the command. */
export function runSimple(machine: Machine, command: SimpleNode, state: State, frame: Frame): AfterRun {
  const alias = aliasOf(command, state, frame);
  if (alias === null) return runWords(machine, command, state, frame);
  const before = state.descriptors;
  const own = state.fork();
  if (command.redirections.length > 0) redirect(machine, command.redirections, own, frame);
  const expanded = runAlias(machine, alias, command, own, frame);
  const plain = runWords(machine, command, state, { ...frame, maybe: true });
  for (const one of [expanded.success, expanded.failure]) if (one !== null) one.descriptors = before;
  return {
    success: joinStates(expanded.success, plain.success),
    failure: joinStates(expanded.failure, plain.failure),
  };
}

function runWords(machine: Machine, command: SimpleNode, state: State, frame: Frame): AfterRun {
  const invocations = expandWords(machine, command, state, frame);
  const before = state.descriptors;
  if (command.redirections.length > 0) redirect(machine, command.redirections, state, frame);
  const only = invocations.length === 1 ? invocations[0] : undefined;
  if (only !== undefined) {
    const after = runInvocation(machine, command, only, state, frame);
    return command.redirections.length > 0 ? restored(after, before, only) : after;
  }
  let outcome: AfterRun = DEAD;
  invocations.forEach((one, i) => {
    const own = i === invocations.length - 1 ? state : state.fork();
    const after = restored(runInvocation(machine, command, one, own, frame), before, one);
    outcome = {
      success: joinStates(outcome.success, after.success),
      failure: joinStates(outcome.failure, after.failure),
    };
  });
  return outcome;
}

/** Redirections end with the command, but those of `exec` alone stay. */
function restored(outcome: AfterRun, before: State["descriptors"], invocation: Invocation): AfterRun {
  const isKept = invocation.fields.length === 1 && literalOf(invocation.fields[0] ?? "") === "exec";
  if (isKept) return outcome;
  if (outcome.success !== null) outcome.success.descriptors = before;
  if (outcome.failure !== null) outcome.failure.descriptors = before;
  return outcome;
}

function runInvocation(
  machine: Machine,
  command: SimpleNode,
  invocation: Invocation,
  state: State,
  frame: Frame,
): AfterRun {
  if (invocation.fields.length === 0) {
    for (const one of command.assignments) {
      machine.assign(one, state, frame);
    }
    // The status is that of the last substitution, if there was one.
    const substitutes = command.assignments.some(({ text }) => text.includes("$(") || text.includes("`"));
    const isCertain = command.assignments.length > 0 && command.words.length === 0 && !substitutes;
    return { success: state, failure: isCertain && command.redirections.length === 0 ? null : state };
  }
  if (command.assignments.length === 0) return runCall(machine, invocation, state, frame);
  return runCall(
    machine,
    { ...invocation, assignments: ownAssignments(machine, command, state, frame) },
    state,
    frame,
  );
}

/** The assignments before a command: each sees those before it, and the shell sees none of them afterwards. */
function ownAssignments(
  machine: Machine,
  command: SimpleNode,
  state: State,
  frame: Frame,
): readonly Assigned[] {
  const assignments: Assigned[] = [];
  const before = new Map<string, Variable | undefined>();
  for (const one of command.assignments) {
    const span = spanIn(frame, one.start, one.end);
    const given = one.value === null ? [""] : machine.string(one.value, state, frame).map(withoutGlobs);
    // A string that begins so is expanded, too.
    for (const element of one.elements ?? []) machine.string(element, state, frame);
    const values: Alternatives = one.append || one.index !== null || one.elements !== null ? [hole()] : given;
    for (const value of values) {
      const assigned: Assigned = { name: one.name, value, span };
      assignments.push(assigned);
      machine.reader.variable(assigned, frame.maybe || values.length > 1);
    }
    if (command.assignments.length === 1) break;
    if (!before.has(one.name)) before.set(one.name, state.variables.get(one.name));
    state.setVariable(one.name, { values, exported: true, attribute: "none" });
  }
  for (const [name, variable] of before) state.restoreVariable(name, variable);
  return assignments;
}

function expandWords(
  machine: Machine,
  command: SimpleNode,
  state: State,
  frame: Frame,
): readonly Invocation[] {
  const { words } = command;
  const span = spanIn(frame, command.start, command.end);
  const [first] = words;
  const isDeclaration =
    words.length > 1 &&
    first !== undefined &&
    "literal" in first &&
    first.literal !== null &&
    DECLARATIONS.has(first.literal);
  if (frame.maybe || !words.every(isLiteral))
    return expandAll(machine, words, isDeclaration, state, frame, span);
  const fields = words.map((word) => word.literal);
  const spans = words.map((word) => spanIn(frame, word.start, word.end));
  const offsets = words.map((word) => offsetIn(frame, word));
  return [{ fields, spans, offsets, assignments: NOTHING_ASSIGNED, declared: null, maybe: false, span }];
}

function isLiteral(word: SimpleNode["words"][number]): word is WordNode & { readonly literal: string } {
  return "literal" in word && word.literal !== null;
}

function offsetIn(frame: Frame, word: WordNode): number {
  return frame.at < 0 || word.at < 0 ? -1 : frame.at + word.at;
}

function expandAll(
  machine: Machine,
  words: SimpleNode["words"],
  isDeclaration: boolean,
  state: State,
  frame: Frame,
  span: TextSpan,
): readonly Invocation[] {
  const all = new FieldLists(machine.work);
  // Which word each field is of; the same for every alternative but for how many fields a word gives.
  let owners: number[][] = [[]];
  const declared = new Map<number, Assignment>();
  words.forEach((word, index) => {
    if (isDeclaration && "name" in word && word.value?.braces !== true) {
      declared.set(index, word);
      all.add([[word.name]]);
      for (const one of owners) one.push(index);
      return;
    }
    const plain = "literal" in word ? word : wordOfAssignment(word);
    const next = machine.fields(plain, state, frame);
    switch (all.add(next)) {
      case "one":
        for (const one of owners) for (let n = next[0]?.length ?? 0; n > 0; n--) one.push(index);
        return;
      case "each":
        owners = owners.flatMap((one) =>
          next.map((other) => [...one, ...Array<number>(other.length).fill(index)]),
        );
        return;
      case "hole":
        for (const one of owners) one.push(index);
    }
  });
  const { lists } = all;
  const many = lists.length > 1;
  return lists.map((fields, i) => {
    const owner = owners[i] ?? [];
    const spans = fields.map((_, at): TextSpan => {
      const word = words[owner[at] ?? -1];
      return word === undefined ? span : spanIn(frame, word.start, word.end);
    });
    const offsets = fields.map((field, at) => {
      const word = words[owner[at] ?? -1];
      return word !== undefined && "literal" in word && word.literal === field ? offsetIn(frame, word) : -1;
    });
    const own = new Map<number, Assignment>();
    owner.forEach((index, at) => {
      const assignment = declared.get(index);
      if (assignment !== undefined) own.set(at, assignment);
    });
    const maybe = many || frame.maybe;
    return {
      fields,
      spans,
      offsets,
      assignments: NOTHING_ASSIGNED,
      declared: isDeclaration ? own : null,
      maybe,
      span,
    };
  });
}
