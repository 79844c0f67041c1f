import { analyze } from "@gatehouse-hooks/condition/analysis";
import { compile, type Expr } from "@gatehouse-hooks/condition/compile";
import { sealJsonObject, withMember } from "@gatehouse-hooks/json";
import type { Event } from "../event.js";
import { type Deriving, type SealedEvent, withField } from "../facts/deriving.js";
import type { Tests, Tier } from "../policy.js";
import { sealedEvent } from "../read-event.js";
import { FLOWS, MEMORY, readsFacts, readsFlows, readsMemory } from "../facts/reads-facts.js";
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

const NO_CELLS = sealJsonObject({}).value;

/** Adds cells to an event, in the place of anything that it came with under this name. */
export function withCells(
  given: Event,
  cells: ReadonlySet<string>,
  deriving: Deriving,
  remembered: Remembered | undefined,
): WithCells | null {
  const sealed = sealedEvent(given);
  if (sealed === null) return null;
  // What came under this name is taken off before any policy sees the event.
  if (cells.size === 0) return { event: sealed, unknown: cells };
  const unknown = new Set<string>();
  let memory = NO_CELLS;
  if (memory === undefined) return null;
  for (const cell of cells) {
    const known = remembered?.read(cell, given) ?? null;
    if (known === null) unknown.add(cell);
    else if (known.value !== undefined) memory = withMember(memory, cell, known.value);
  }
  return { event: deriving.extended(sealed, MEMORY, memory), unknown };
}

/**
 * An event with its values and their sources, or what is missing for them.
 *
 * @param needsFacts whether the facts of what is made may be asked for
 */
export function withFlows(
  seen: SealedEvent,
  given: Event,
  tier: Tier,
  deriving: Deriving,
  remembered: Remembered | undefined,
  needsFacts = true,
): SealedEvent | "no-facts" | "no-memory" {
  const derived = deriving.eventOf(given);
  // What a command connects to, sends and writes are values, too.
  if (derived === null) return "no-facts";
  const flows = remembered?.flows(given, tier, derived) ?? null;
  if (flows === null) return "no-memory";
  return needsFacts ? deriving.extended(seen, FLOWS, flows) : withField(seen, FLOWS, flows);
}

/** A test of an event and what is remembered. */
export type HoldsWithMemory = (event: Event, remembered: Remembered | undefined) => PartlyKnown;

/**
 * The tests of a policy that reads memory. What reads neither memory nor facts is asked first, then what reads memory, then what reads facts or `flows`:
 * each is derived only where nothing before it is false.
 */
export function holdsWithMemory(
  { matcher, condition }: Tests,
  tier: Tier,
  deriving: Deriving,
): HoldsWithMemory {
  const asts = [matcher?.ast, condition?.ast].flatMap((ast) => ast ?? []);
  const parts = asts.flatMap(conjuncts).map((ast) => ({ ast, holds: compile(ast) }));
  const plain = parts.filter(({ ast }) => !readsMemory(ast) && !readsFacts(ast));
  const ofMemory = parts.filter(({ ast }) => readsMemory(ast) && !readsFacts(ast) && !readsFlows(ast));
  const wholes = asts.map((ast) => compile(ast));
  const cells = cellsRead(asts);
  const needsFacts = asts.some(readsFacts);
  const needsFlows = asts.some(readsFlows);
  return (event, remembered) => {
    if (plain.some(({ holds }) => holds(event) === false)) return false;
    const seen = withCells(event, cells ?? deriving.cellNames, deriving, remembered);
    if (seen === null) return "no-memory";
    const { unknown } = seen;
    if (unknown.size === 0 && ofMemory.some(({ holds }) => holds(seen.event) === false)) return false;
    const flowing = needsFlows
      ? withFlows(seen.event, event, tier, deriving, remembered, needsFacts)
      : seen.event;
    const lacking = typeof flowing === "string" ? flowing : null;
    const sourced = typeof flowing === "string" ? seen.event : flowing;
    const derived = needsFacts ? deriving.eventOf(sourced) : sourced;
    if (derived !== null && unknown.size === 0 && lacking === null)
      return allOf(wholes.map((holds) => holds(derived)));
    const missing = (node: Expr): "no-facts" | "no-memory" | null => {
      if (derived === null && readsFacts(node)) return "no-facts";
      if (lacking !== null && readsFlows(node)) return lacking;
      if (!readsMemory(node)) return null;
      const read = cellsRead([node]);
      return read === null || [...read].some((cell) => unknown.has(cell)) ? "no-memory" : null;
    };
    return allOf(asts.map((ast) => partly(ast, derived ?? sourced, missing)));
  };
}

/** As in an `&&`: a false part decides. */
function allOf(outcomes: readonly PartlyKnown[]): PartlyKnown {
  if (outcomes.includes(false)) return false;
  return outcomes.find((outcome) => outcome !== true) ?? true;
}

/** The parts that all have to hold. */
export function conjuncts(ast: Expr): readonly Expr[] {
  if (ast.kind === "truth") return conjuncts(ast.operand);
  return ast.kind === "and" ? ast.operands.flatMap(conjuncts) : [ast];
}
