import { type Field, NO_ORIGINS, collapse, hole, filled, isWide } from "./field.js";
import { constantTest, nearlyAlwaysHolds } from "./constant-test.js";
import { received, runGiven } from "./hidden-code.js";
import { LIMITS } from "./limits.js";
import { type Frame, type Machine, either } from "./machine.js";
import { FieldLists } from "./expand-word.js";
import type { AfterRun, State } from "./state.js";
import { isArrayValue, sameValue } from "./values.js";
import { isStable, joinStates } from "./join-states.js";
import type { ShellCommand } from "./syntax.js";

type ForLoop = Extract<ShellCommand, { kind: "for" | "select" | "count" }>;
type EndlessLoop = Extract<ShellCommand, { kind: "while" | "count" }>;
type WhileLoop = Extract<ShellCommand, { kind: "while" }>;

/** Rounds of a loop whose end is not known, before what changes is given up. */
const ROUNDS = 3;

/** `for`, `select`, `for ((…))`. */
export function runLoop(machine: Machine, loop: ForLoop, state: State, frame: Frame): AfterRun {
  if (loop.kind === "count") return runCount(machine, loop, state, frame);
  let lists: readonly (readonly Field[])[];
  if (loop.words === null) lists = state.positional ?? [[hole(NO_ORIGINS, "any", true)]];
  else {
    const all = new FieldLists(machine.work);
    for (const word of loop.words) all.add(machine.fields(word, state, frame));
    // What words are cut from is empty where there is no word.
    lists = all.lists.map((values) => values.map((one) => (isWide(one) ? filled(one) : one)));
  }
  let after: State | null = null;
  lists.forEach((values, i) => {
    const own = i === lists.length - 1 ? state : state.fork();
    after = joinStates(after, runValues(machine, loop, values, own, frame));
  });
  return either(after);
}

function runValues(
  machine: Machine,
  loop: Extract<ForLoop, { kind: "for" | "select" }>,
  values: readonly Field[],
  state: State,
  frame: Frame,
): State | null {
  const breaks: State[] = [];
  const continues: State[] = [];
  const inner: Frame = { ...frame, loop: { breaks, continues } };
  let current: State | null = state;
  let done: State | null = null;
  const many = values.length > LIMITS.items || loop.kind === "select";
  const first = values.slice(0, LIMITS.items - 1);
  const rest = values.slice(first.length);
  const rounds: Field[] = many
    ? [...first, rest.length > 1 ? oneForAll(machine, rest, frame) : collapse(values)]
    : [...values];
  let isRest = false;
  while (rounds.length > 0 && current !== null) {
    if (rounds.length > 1 && isCostly(machine)) {
      isRest = true;
      rounds.splice(0, Infinity, oneForAll(machine, rounds, frame));
    }
    const value = rounds.shift() ?? "";
    // Any number of rounds: none, too.
    const isWide =
      many ||
      isRest ||
      (typeof value !== "string" &&
        value.some((part) => part.kind === "glob" || (part.kind === "hole" && part.wide)));
    const before: State | null = isWide ? current.fork() : null;
    runGiven(machine, loop.name, value, current, frame);
    setLoopVariable(current, loop.name, value);
    received(machine, loop.name, current, frame, frame.span);
    const after: AfterRun = machine.list(loop.body, current, inner);
    current = joinStates(after.success, after.failure);
    for (const one of continues.splice(0)) current = joinStates(current, one);
    for (const one of breaks.splice(0)) done = joinStates(done, one);
    if (before !== null) {
      current = joinStates(current, before);
      // What one round changes the next may see.
      if (current !== null && !isStable(before, current)) {
        const again: State = widened(before, current);
        setLoopVariable(again, loop.name, value);
        const second: AfterRun = machine.list(loop.body, again.fork(), inner);
        current = joinStates(again, joinStates(second.success, second.failure));
        for (const one of continues.splice(0)) current = joinStates(current, one);
        for (const one of breaks.splice(0)) done = joinStates(done, one);
      }
    }
  }
  return joinStates(current, done);
}

/** What stands for several values of a loop. Where it says less than they did, that is a limit: a path among them is not read. */
function oneForAll(machine: Machine, values: readonly Field[], frame: Frame): Field {
  if (values.every((value) => typeof value === "string" && /^\d+$/.test(value)))
    return hole(NO_ORIGINS, "number");
  if (values.length > 1) machine.reader.unknown("limit", "for", frame.span);
  return collapse(values);
}

/** Half of what a reading may cost is gone: the rest of a loop is run as one round, so that what comes after it is read, too. */
function isCostly({ work }: Machine): boolean {
  return work.nodes > LIMITS.nodes / 2 || work.done > LIMITS.work / 2;
}

/** One value of a field that may be several. */
function narrow(value: Field): Field {
  if (typeof value === "string") return value;
  return value.map((part) => (part.kind === "hole" && part.wide ? { ...part, wide: false } : part));
}

/** A reference gets another name in each round. */
function setLoopVariable(state: State, name: string, value: Field): void {
  const before = state.variables.get(name);
  const values = [narrow(value)];
  if (before?.attribute === "reference") state.placeVariable(name, { ...before, values });
  else state.setValue(name, values);
}

function runCount(
  machine: Machine,
  loop: Extract<ForLoop, { kind: "count" }>,
  state: State,
  frame: Frame,
): AfterRun {
  if (loop.initialize !== null) machine.arithmetic(loop.initialize, state, frame);
  return runRounds(
    machine,
    state,
    frame,
    loop,
    (current) => {
      const value = loop.test === null ? 1 : machine.arithmetic(loop.test, current, frame);
      return {
        success: value === 0 ? null : current,
        failure: value === null || value === 0 ? current : null,
      };
    },
    (current) => {
      if (loop.update !== null) machine.arithmetic(loop.update, current, frame);
    },
  );
}

/** `while` and `until`. */
export function runWhile(machine: Machine, loop: WhileLoop, state: State, frame: Frame): AfterRun {
  const constant = constantTest(loop.test);
  return runRounds(machine, state, frame, loop, (current) => {
    let tested = machine.list(loop.test, current, frame);
    if (constant !== null) {
      const after = joinStates(tested.success, tested.failure);
      tested = constant ? { success: after, failure: null } : { success: null, failure: after };
    }
    return loop.until ? { success: tested.failure, failure: tested.success } : tested;
  });
}

function runRounds(
  machine: Machine,
  state: State,
  frame: Frame,
  loop: EndlessLoop,
  test: (current: State) => AfterRun,
  update?: (current: State) => void,
): AfterRun {
  const breaks: State[] = [];
  const continues: State[] = [];
  const inner: Frame = { ...frame, loop: { breaks, continues } };
  const exits = frame.process.exits;
  const returns = frame.returns?.length;
  const { jobs, orphans } = state;
  let current: State | null = state;
  let done: State | null = null;
  let open = 0;
  const goesOnAnyway = loop.kind === "while" && !loop.until && nearlyAlwaysHolds(loop.test);
  let breaksOut = false;
  // A round is followed by another one, whatever happens: what it leaves running piles up.
  const goesOn = (last: State): void => {
    if (
      breaksOut ||
      (done !== null && !goesOnAnyway) ||
      frame.process.exits > exits ||
      frame.returns?.length !== returns
    )
      return;
    const job =
      last.orphans.find((one) => !orphans.includes(one)) ?? last.jobs.find((one) => !jobs.includes(one));
    if (job !== undefined) machine.reader.multiplies(keywordOf(loop), job.span);
  };
  for (let round = 0; round <= LIMITS.loop; round++) {
    const before: State = current.fork();
    const tested = test(current);
    const isOpen: boolean = tested.failure !== null && tested.success !== null;
    if (tested.failure !== null) done = joinStates(done, isOpen ? tested.failure.fork() : tested.failure);
    if (tested.success === null) return either(done);
    const after = machine.list(
      loop.body,
      tested.success === tested.failure ? tested.success.fork() : tested.success,
      inner,
    );
    let next: State | null = joinStates(after.success, after.failure);
    for (const one of continues.splice(0)) next = joinStates(next, one);
    for (const one of breaks.splice(0)) {
      breaksOut = true;
      done = joinStates(done, one);
    }
    if (next === null) return either(done);
    update?.(next);
    const joined: State = isOpen ? (joinStates(before.fork(), next) ?? next) : next;
    if (isStable(before, joined)) {
      goesOn(joined);
      return either(done);
    }
    if (isOpen) open++;
    current =
      open > ROUNDS || round >= LIMITS.loop - 1 || isCostly(machine) ? widened(before, joined) : joined;
    // With everything that changes given up one more round shows all there is.
    if (open > ROUNDS + 1 || round === LIMITS.loop) {
      goesOn(current);
      return either(joinStates(done, current));
    }
  }
  return either(done);
}

function keywordOf(loop: EndlessLoop): string {
  return loop.kind === "count" ? "for" : loop.until ? "until" : "while";
}

/** What differs becomes unknown. */
function widened(before: State, after: State): State {
  const wide = after.fork();
  for (const [name, variable] of after.variables) {
    const old = before.variables.get(name);
    if (old === variable) continue;
    const isSame =
      old?.values.length === variable.values.length &&
      old.values.every((one, i) => sameValue(one, variable.values[i] ?? null));
    if (isSame) continue;
    const fields = variable.values.flatMap((one): readonly Field[] =>
      one === null ? [] : isArrayValue(one) ? [...one.entries.values()] : [one],
    );
    const onlyNumbers =
      fields.length > 0 && fields.every((one) => typeof one === "string" && /^-?\d+$/.test(one));
    const value = onlyNumbers ? hole(NO_ORIGINS, "number") : collapse(fields);
    wide.placeVariable(name, {
      ...variable,
      values: variable.values.includes(null) ? [null, value] : [value],
    });
  }
  if (before.directories.length !== after.directories.length) wide.directories = [hole()];
  if (before.positional !== after.positional) wide.positional = null;
  if (before.files !== after.files) {
    for (const [path, content] of after.files) {
      if (before.files.get(path) !== content) wide.setFile(path, [collapse(content)]);
    }
  }
  return wide;
}
