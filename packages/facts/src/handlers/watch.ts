import { type Alternatives, type Field, hole, joinFields } from "@gatehouse-hooks/shell";
import { reportArguments } from "../programs/apply-usage.js";
import type { ProgramCall } from "../programs/program-call.js";
import { runFrom } from "../programs/run-wrapped.js";

/** `watch`, and `entr -s`: its words, joined by blanks, are code; with `-x` they are a command. */
export function readWatch(context: ProgramCall): Alternatives {
  reportArguments(context);
  const { call, parsed } = context;
  const from = parsed.stop;
  if (parsed.asks || from >= call.fields.length) return [hole()];
  if (context.has("-x") || (context.name === "entr" && !context.has("-s"))) {
    runFrom(context, from, false);
    return [hole()];
  }
  const code = call.fields
    .slice(from)
    .reduce<Field>((all, one, i) => (i === 0 ? one : joinFields(joinFields(all, " "), one)), "");
  const isOne = from === call.fields.length - 1;
  context.world.code(code, {
    via: context.name === "entr" ? "entr" : "watch",
    offset: isOne ? (call.offsets[from] ?? -1) : -1,
    span: [context.spanOf(from)[0], context.spanOf(call.fields.length - 1)[1]],
  });
  return [hole()];
}
