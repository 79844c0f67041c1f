import { analyze } from "@gatehouse-hooks/condition/analysis";
import { compile, type Expr } from "@gatehouse-hooks/condition/compile";
import { isSealed, sealJsonObject, withMember } from "@gatehouse-hooks/json";
import type { Event } from "../event.js";
import type { Deriving, SealedEvent } from "../facts/deriving.js";
import type { Tests } from "../policy.js";
import { readEvent } from "../read-event.js";
import { MEMORY, readsFacts, readsMemory } from "../facts/reads-facts.js";
import type { Remembered } from "../facts/cell.js";
import { partly, type PartlyKnown } from "./partial-outcome.js";

/** The cells that a condition reads; `null`: it reads memory as a whole. */
export function cellsRead(asts: readonly Expr[]): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const ast of asts) {
    for (const [root, name] of analyze(ast).paths) {
      if (root !== MEMORY) continue;
      if (typeof name !== "string") return null;
      names.add(name);
    }
  }
  return names;
}

/** An event with the cells that are read, and those of them that are not known. */
interface WithCells {
  readonly event: SealedEvent;
  readonly unknown: ReadonlySet<string>;
}

/** Adds cells to an event, in the place of anything that it came with under this name. */
export function withCells(
  given: Event,
  cells: ReadonlySet<string>,
  deriving: Deriving,
  remembered: Remembered | undefined,
): WithCells | null {
  const sealed = sealedEvent(given);
  if (sealed === null) return null;
  const unknown = new Set<string>();
  let memory = sealJsonObject({}).value;
  if (memory === undefined) return null;
  for (const cell of cells) {
    const known = remembered?.read(cell, given) ?? null;
    if (known === null) unknown.add(cell);
    else if (known.value !== undefined) memory = withMember(memory, cell, known.value);
  }
  return { event: deriving.extended(sealed, MEMORY, memory), unknown };
}

function sealedEvent(given: Event): SealedEvent | null {
  if (isSealed(given)) return given;
  const read = readEvent(given);
  return read.kind === "event" && isSealed(read.event) ? read.event : null;
}

/** A test of an event and what is remembered. */
export type HoldsWithMemory = (event: Event, remembered: Remembered | undefined) => PartlyKnown;

/**
 * The tests of a policy that reads memory. What reads neither memory nor facts is asked first, then what reads memory, then facts:
 * each is derived only where nothing before it is false.
 */
export function holdsWithMemory({ matcher, condition }: Tests, deriving: Deriving): HoldsWithMemory {
  const asts = [matcher?.ast, condition?.ast].flatMap((ast) => ast ?? []);
  const parts = asts.flatMap(conjuncts).map((ast) => ({ ast, holds: compile(ast) }));
  const plain = parts.filter(({ ast }) => !readsMemory(ast) && !readsFacts(ast));
  const ofMemory = parts.filter(({ ast }) => readsMemory(ast) && !readsFacts(ast));
  const wholes = asts.map((ast) => compile(ast));
  const cells = cellsRead(asts);
  const needsFacts = asts.some(readsFacts);
  return (event, remembered) => {
    if (plain.some(({ holds }) => holds(event) === false)) return false;
    const seen = withCells(event, cells ?? deriving.cellNames, deriving, remembered);
    if (seen === null) return "no-memory";
    const { unknown } = seen;
    if (unknown.size === 0 && ofMemory.some(({ holds }) => holds(seen.event) === false)) return false;
    const derived = needsFacts ? deriving.eventOf(seen.event) : seen.event;
    if (derived !== null && unknown.size === 0) return allOf(wholes.map((holds) => holds(derived)));
    const missing = (node: Expr): "no-facts" | "no-memory" | null => {
      if (derived === null && readsFacts(node)) return "no-facts";
      if (!readsMemory(node)) return null;
      const read = cellsRead([node]);
      return read === null || [...read].some((cell) => unknown.has(cell)) ? "no-memory" : null;
    };
    return allOf(asts.map((ast) => partly(ast, derived ?? seen.event, missing)));
  };
}

/** As in an `&&`: a false part decides. */
function allOf(outcomes: readonly PartlyKnown[]): PartlyKnown {
  if (outcomes.includes(false)) return false;
  return outcomes.find((outcome) => outcome !== true) ?? true;
}

/** The parts that all have to hold. */
function conjuncts(ast: Expr): readonly Expr[] {
  if (ast.kind === "truth") return conjuncts(ast.operand);
  return ast.kind === "and" ? ast.operands.flatMap(conjuncts) : [ast];
}
