import {
  type Alternatives,
  type Field,
  hole,
  joinFields,
  literalOf,
  showField,
} from "@gatehouse-hooks/shell";
import { joinPath } from "../programs/apply-role.js";
import { reportArguments } from "../programs/apply-usage.js";
import type { ProgramCall } from "../programs/program-call.js";

/** `mktemp`: a new file or folder, whose path it prints. The letters that it makes up are no path by themselves. */
export function readMktemp(context: ProgramCall): Alternatives {
  reportArguments(context);
  if (context.parsed.asks) return [hole()];
  const path = pathOf(context);
  const end = context.option("--suffix")?.value ?? "";
  const any: Field = [{ kind: "glob", text: "*" }];
  if (!context.has("-u"))
    context.path("writes", joinFields(madeUp(path, any), end), context.operands[0]?.index ?? 0, "operand 1", {
      op: "create",
    });
  for (const { option, value, index } of context.given)
    if (option.role === "create" && value !== null)
      context.path("writes", value, index, "-n", { op: "create" });
  return [joinFields(madeUp(path, hole([], "name")), end)];
}

/** The template in the temporary folder, or where the template itself says. */
function pathOf(context: ProgramCall): Field {
  const template = context.operands[0]?.field ?? "tmp.XXXXXXXXXX";
  const isTemporary = context.operands.length === 0 || context.has("-t", "-p", "--tmpdir");
  if (!isTemporary || showField(template).startsWith("/")) return template;
  const folder = context.option("-p")?.value ?? context.option("--tmpdir")?.value;
  return joinPath(folder ?? context.world.exported("TMPDIR")?.[0] ?? "/tmp", template);
}

/** The last `XXX` is what it makes up; without one it comes after the name. */
function madeUp(path: Field, by: Field): Field {
  const text = literalOf(path);
  const found = text === null ? null : /^(.*[^X]|)X{3,}([^X/]*)$/s.exec(text);
  if (found === null) return joinFields(path, by);
  return joinFields(joinFields(found[1] ?? "", by), found[2] ?? "");
}
