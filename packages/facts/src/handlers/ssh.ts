import { type Alternatives, type Field, hole, joinFields, showField } from "@gatehouse-hooks/shell";
import { addressOf } from "../programs/address.js";
import { reportArguments, reportClauses } from "../programs/apply-usage.js";
import { emitAddresses } from "../programs/finish-usage.js";
import { applyRole } from "../programs/apply-role.js";
import { parseArguments } from "../programs/parse-arguments.js";
import { type ProgramCall, sentOf } from "../programs/program-call.js";

/** `ssh`: a host, options before and behind it, and code that its shell runs. */
export function readSsh(context: ProgramCall): Alternatives {
  const { call } = context;
  const { stop: hostAt } = context.parsed;
  const codeAt = readOptionsBehind(context, hostAt);
  reportArguments(context);
  const { parsed } = context;
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
  reportClauses(context);
  const host = call.fields[hostAt];
  if (host === undefined) return [hole()];
  const address = addressOf(host, "ssh");
  context.addresses.push({
    ...address,
    direction: "both",
    certainty: address.certainty === "exact" ? context.certainty() : address.certainty,
    by: context.by("host"),
    span: context.spanOf(hostAt),
  });
  if (call.input.kind !== "none") context.sent.push(...sentOf(call.input.content));
  emitAddresses(context);
  runThere(context, codeAt);
  return [hole([{ kind: "network" }])];
}

/** The code behind the host, or what comes on standard input, runs on the other machine. */
function runThere(context: ProgramCall, codeAt: number): void {
  const { call } = context;
  const code = call.fields.slice(codeAt);
  if (code.length > 0) {
    const index = codeAt;
    const text = code.reduce<Field>(
      (all, one, i) => (i === 0 ? one : joinFields(joinFields(all, " "), one)),
      "",
    );
    const there = { via: "ssh", place: "remote", clean: true, directories: [hole([], "home")] } as const;
    context.world.code(text, {
      ...there,
      offset: code.length === 1 ? (call.offsets[index] ?? -1) : -1,
      span: [context.spanOf(index)[0], context.spanOf(call.fields.length - 1)[1]],
    });
    // The other shell cuts the words anew; relatives of `ssh` keep each whole, and so does who writes the line.
    if (code.length > 1 && code.some((one) => /\s/.test(showField(one))))
      context.world.command(code, call.spans.slice(index), call.offsets.slice(index), {
        ...there,
        maybe: true,
      });
  } else if (call.input.kind !== "none") {
    for (const one of call.input.content)
      context.world.code(one, { via: "ssh", place: "remote", clean: true, directories: [hole([], "home")] });
  }
}

/** Behind the host options go on until `--` or the first word of the code, unless `--` was before the host. Returns where the code begins. */
function readOptionsBehind(context: ProgramCall, hostAt: number): number {
  const { call, parsed, usage } = context;
  if (parsed.dashes >= 0 || hostAt >= call.fields.length) return hostAt + 1;
  const rest = parseArguments(usage, call.fields, hostAt + 1, true);
  context.parsed = {
    ...parsed,
    unknown: [...parsed.unknown, ...rest.unknown],
    dynamic: [...parsed.dynamic, ...rest.dynamic.filter((one) => one < rest.stop)],
    asks: parsed.asks || rest.asks,
  };
  context.given = [...context.given, ...rest.given];
  return rest.stop;
}
