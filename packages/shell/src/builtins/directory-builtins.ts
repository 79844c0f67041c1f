import { valuesOf } from "../expand-parameter.js";
import {
  type Field,
  hasHole,
  hole,
  literalOf,
  mayBeginEmpty,
  originsOf,
  sameField,
  showField,
} from "../field.js";
import { type Frame, type Invocation, type Machine, either } from "../machine.js";
import { resolvePath } from "../path.js";
import type { AfterRun, State } from "../state.js";
import { isArrayValue } from "../values.js";
import { joinStates } from "../join-states.js";
import { LIMITS } from "../limits.js";
import { write } from "../descriptors.js";
import { SOMETHING } from "./builtin-run.js";

/** `cd`: afterwards the new directory where it succeeded, the old one where it failed. */
export function runCd(machine: Machine, invocation: Invocation, state: State, _frame: Frame): AfterRun {
  const { fields } = invocation;
  let at = 1;
  while (at < fields.length && /^-[LPe@]+$/.test(literalOf(fields[at] ?? "") ?? "")) at++;
  if (literalOf(fields[at] ?? "") === "--") at++;
  const given = fields[at];
  const before = state.fork();
  const old = valuesOf(machine, "PWD", state);
  state.directories = targets(machine, given, state);
  const known = given === undefined ? "" : literalOf(given);
  const isSearched = known === null || (!/^\.{0,2}\//.test(known) && state.variables.has("CDPATH"));
  if (isSearched && state.variables.has("CDPATH")) state.directories = [hole()];
  followPwd(state);
  visit(machine, state);
  state.placeVariable("OLDPWD", { values: old, exported: true, attribute: "none" });
  return { success: state, failure: before };
}

/** Every change of the directory sets `PWD`, whatever was assigned to it. */
function followPwd(state: State): void {
  const before = state.variables.get("PWD");
  if (before !== undefined) state.placeVariable("PWD", { ...before, values: state.directories });
}

function visit({ visited }: Machine, { directories }: State): void {
  for (const one of directories)
    if (visited.length <= LIMITS.directories && !visited.some((other) => sameField(one, other)))
      visited.push(one);
}

function targets(machine: Machine, given: Field | undefined, state: State): readonly Field[] {
  if (given === undefined) {
    const home = state.variables.get("HOME");
    if (home === undefined) return [machine.home ?? hole([], "home")];
    return home.values
      .map((one) => (one === null || isArrayValue(one) ? hole() : one))
      .slice(0, LIMITS.directories);
  }
  const known = literalOf(given);
  if (known === "-") {
    const values = state.variables.get("OLDPWD")?.values ?? [null];
    return values
      .map((one) => (one === null || isArrayValue(one) || !showField(one).startsWith("/") ? hole() : one))
      .slice(0, LIMITS.directories);
  }
  if (known === "") return state.directories;
  const all = state.directories.map((one) =>
    hasHole(given) && startsUnknown(given)
      ? hole(mayBeginEmpty(given) ? originsOf(given) : [])
      : resolvePath(given, one),
  );
  return all.length <= LIMITS.directories ? all : [hole()];
}

function startsUnknown(field: Field): boolean {
  return typeof field !== "string" && field[0]?.kind === "hole" && field[0].form !== "home";
}

/** `pushd`. */
export function runPushd(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  const known = literalOf(invocation.fields[1] ?? "+1");
  write(machine, SOMETHING, state);
  if (known !== null && /^[-+]/.test(known)) {
    state.directories = [hole()];
    followPwd(state);
    visit(machine, state);
    return either(state);
  }
  return runCd(machine, invocation, state, frame);
}

/** `popd`: which directory comes back is not tracked. */
export function runPopd(machine: Machine, _invocation: Invocation, state: State): AfterRun {
  write(machine, SOMETHING, state);
  const before = state.fork();
  state.directories = [hole()];
  followPwd(state);
  visit(machine, state);
  return either(joinStates(before, state));
}
