import { type Alternatives, type Field, hole, joinFields } from "@gatehouse-hooks/shell";
import { addressOf } from "../programs/address.js";
import { emitAddresses, reportArguments } from "../programs/apply-usage.js";
import { applyRole } from "../programs/apply-role.js";
import { type ProgramCall, sentOf } from "../programs/program-call.js";

/** `ssh`: a host, and code that its shell runs. */
export function readSsh(context: ProgramCall): Alternatives {
  reportArguments(context);
  const { call, parsed } = context;
  if (parsed.asks || context.has("-V", "-Q")) return [hole()];
  for (const one of context.given) {
    if (one.value === null) continue;
    if (one.option.role !== "plain") {
      applyRole(context, {
        role: one.option.role,
        field: one.value,
        index: one.index,
        what: one.name,
        effect: context.usage.base,
        tree: false,
        isOption: true,
      });
    }
  }
  const host = call.fields[parsed.stop];
  if (host === undefined) return [hole()];
  const address = addressOf(host, "ssh");
  context.addresses.push({
    ...address,
    direction: "both",
    certainty: address.certainty === "exact" ? context.certainty() : address.certainty,
    by: context.by("host"),
    span: context.spanOf(parsed.stop),
  });
  if (call.input.kind !== "none") context.sent.push(...sentOf(call.input.content));
  emitAddresses(context);
  const code = call.fields.slice(parsed.stop + 1);
  if (code.length > 0) {
    const index = parsed.stop + 1;
    const text = code.reduce<Field>(
      (all, one, i) => (i === 0 ? one : joinFields(joinFields(all, " "), one)),
      "",
    );
    context.world.code(text, {
      via: "ssh",
      place: "remote",
      clean: true,
      directories: [hole([], "home")],
      offset: code.length === 1 ? (call.offsets[index] ?? -1) : -1,
      span: [context.spanOf(index)[0], context.spanOf(call.fields.length - 1)[1]],
    });
  } else if (call.input.kind !== "none") {
    for (const one of call.input.content)
      context.world.code(one, { via: "ssh", place: "remote", clean: true, directories: [hole([], "home")] });
  }
  return [hole([{ kind: "network" }])];
}
