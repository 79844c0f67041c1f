import type { ShellCall, World } from "@gatehouse-hooks/shell";
import { ProgramCall, type FactReading } from "./programs/program-call.js";
import type { CompiledUsage } from "./programs/compile-usage.js";
import type { ParsedArguments } from "./programs/parse-arguments.js";

const NO_USAGE: CompiledUsage = {
  options: new Map(),
  longNames: [],
  loose: true,
  style: "gnu",
  base: { slots: [], hasOperands: false, actions: [], tree: false },
  when: [],
  also: [],
  commands: null,
  verbs: null,
  handler: null,
};

const NO_ARGUMENTS: ParsedArguments = {
  given: [],
  operands: [],
  unknown: [],
  dynamic: [],
  asks: false,
  dashes: -1,
  stop: 1,
};

/** The context of a call that no row reads. */
export function bareContext(reading: FactReading, call: ShellCall, world: World, name: string): ProgramCall {
  return new ProgramCall(
    reading,
    call,
    world,
    { row: { name, tests: [] }, usage: NO_USAGE, variables: [] },
    name,
    NO_ARGUMENTS,
  );
}
