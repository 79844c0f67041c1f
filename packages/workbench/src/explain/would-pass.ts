import type { Effect, Event } from "@gatehouse-hooks/engine";
import type { CommandFact, Facts } from "@gatehouse-hooks/facts";
import type { Nearest } from "./explained-event.js";

/** From the least strict. */
const STRICTNESS: readonly (Effect | null)[] = ["allow", "abstain", null, "ask", "deny"];

const EFFECTS = ["reads", "writes", "deletes", "network", "executes", "actions"] as const;

/**
 * The nearest command that is answered less strictly, where the nearest change of the event is one that a person would type: everything in
 * it is understood, and it runs no other program than the first one did.
 */
export function wouldPass(
  {
    effect,
    command,
    event,
  }: { readonly effect: Effect | null; readonly command: string; readonly event: Event },
  nearest: Nearest | null,
  factsOf: (event: Event) => Facts,
): string | null {
  const [change, ...more] = nearest?.changes ?? [];
  if (nearest === null || change === undefined || more.length > 0) return null;
  const { from, to } = change;
  if (from !== command || typeof to !== "string" || to.trim() === "") return null;
  if (STRICTNESS.indexOf(nearest.effect) >= STRICTNESS.indexOf(effect)) return null;
  return isTypedChange(factsOf(event), factsOf({ ...event, params: { command: to } })) ? to : null;
}

/** Whether a person would type one command in place of another: all of it is understood, and it runs the same programs or fewer. */
export function isTypedChange(before: Facts, after: Facts): boolean {
  const isTyped = after.commands.every((one) => before.commands.some((other) => isStill(one, other)));
  // `cp a` is no command, and is nobody's way to do less than `cp a b`.
  const doesAsMuch = EFFECTS.every((list) => after[list].length > 0 || before[list].length === 0);
  return after.complete && after.commands.length > 0 && isTyped && doesAsMuch;
}

/** Whether a command is still what another one was: it does the same to less, or with fewer options. */
function isStill(after: CommandFact, before: CommandFact): boolean {
  return after.name === before.name && firstOperand(after) === firstOperand(before);
}

/** Where a program has commands of its own, the name of one. */
function firstOperand({ args }: CommandFact): string | undefined {
  return args.find((arg) => !arg.startsWith("-"));
}
