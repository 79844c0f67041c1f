import { type Alternatives, hole, literalOf, showField } from "@gatehouse-hooks/shell";
import type { ProgramCall } from "../programs/program-call.js";

const LISTS: ReadonlySet<unknown> = new Set(["-l", "-L", "--list", "--table"]);

/** `kill`: signal 0 and lists only look. */
export function readKill(context: ProgramCall): Alternatives {
  const args = context.call.fields.slice(1);
  const texts = args.map((one) => literalOf(one));
  const [first] = texts;
  if (args.length === 0 || LISTS.has(first)) return [hole()];
  const isZero =
    first === "-0" || first === "--signal=0" || ((first === "-s" || first === "-n") && texts[1] === "0");
  if (!isZero) context.action("process.kill", args.map((one) => showField(one)).join(" "), context.call.span);
  // Everything that may be signalled, or the process that all others come from.
  const last = texts.at(-1) ?? "";
  if (!isZero && (last === "1" || (last === "-1" && texts.length > 1)))
    context.action("system.power", last, context.call.span);
  return [hole()];
}
