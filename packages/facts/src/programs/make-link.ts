import { type Field, literalOf, showField } from "@gatehouse-hooks/shell";
import type { ProgramCall } from "./program-call.js";

/**
 * A symbolic link is made: under the name of the last operand, in it or in what `-t` names if that is a folder by then, or under its own
 * name. What comes later may go through it.
 */
export function makeLink(context: ProgramCall, target: Field, index: number): void {
  if (context.call.place !== "here") return;
  const known = literalOf(target);
  const name = known?.split("/").findLast((part) => part !== "") ?? "";
  const { place, isFolder } = placeOf(context);
  const at = context.absolute(place);
  if (at === null) return;
  const below = at === "/" ? `/${name}` : `${at}/${name}`;
  const { made } = context.reading.around;
  for (const one of isFolder ? [below] : [at, below])
    if (!made.add(one, known)) context.unknown("limit", "links", context.spanOf(index));
}

function placeOf({ given, operands }: ProgramCall): { readonly place: Field; readonly isFolder: boolean } {
  const into = given.find(({ option, negated }) => option.role === "into" && !negated)?.value ?? null;
  if (into !== null) return { place: into, isFolder: true };
  const place = operands.length < 2 ? "." : (operands.at(-1)?.field ?? ".");
  return { place, isFolder: /(?:^|\/)\.{0,2}$/.test(showField(place)) };
}
