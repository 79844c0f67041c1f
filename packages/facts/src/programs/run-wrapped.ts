import {
  type Assigned,
  type ChildOptions,
  type Field,
  hole,
  literalOf,
  showField,
} from "@gatehouse-hooks/shell";
import type { ProgramCall } from "./program-call.js";
import type { CompiledEffect } from "./compile-usage.js";

/** The operands from `wraps` on are a command, with variables before it where the program takes them. */
export function runWrapped(context: ProgramCall, wraps: number, effect: CompiledEffect): void {
  const at = literalOf(context.operands[wraps]?.field ?? "") === "--" ? wraps + 1 : wraps;
  const first = context.operands[at];
  if (first === undefined) return;
  runFrom(context, first.index, effect.environment === true, effect.place);
}

/** Runs the fields from an index on as a command. */
export function runFrom(
  context: ProgramCall,
  from: number,
  environment: boolean,
  place?: "remote" | "container",
): void {
  const { fields, spans, offsets } = context.call;
  const assignments: Assigned[] = [];
  let at = from;
  for (; environment && at < fields.length; at++) {
    const assigned = assignmentOf(fields[at] ?? "");
    if (assigned === null) break;
    assignments.push({ ...assigned, span: context.spanOf(at) });
  }
  assignments.push(...assignedByOptions(context));
  if (at >= fields.length) return;
  context.world.command(fields.slice(at), spans.slice(at), offsets.slice(at), {
    via: context.sub === "" ? context.name : `${context.name} ${context.sub}`,
    // Where a command in another place begins is not known here.
    directories: place === undefined ? context.directories : [hole()],
    ...(environment ? notPassedOn(context) : place === undefined ? {} : { clean: true }),
    ...(assignments.length === 0 ? {} : { assignments }),
    ...(place === undefined ? {} : { place }),
    span: [context.spanOf(at)[0], context.spanOf(fields.length - 1)[1]],
  });
}

/** Variables that options set, as `docker run -e NAME=VALUE` does. */
function assignedByOptions(context: ProgramCall): readonly Assigned[] {
  return context.given.flatMap(({ option, value, index }) => {
    const assigned = option.role === "env" && value !== null ? assignmentOf(value) : null;
    return assigned === null ? [] : [{ ...assigned, span: context.spanOf(index) }];
  });
}

/** What `env -i` and `env -u NAME` keep from the command. */
function notPassedOn(context: ProgramCall): Pick<ChildOptions, "clean" | "without"> {
  if (context.name !== "env" && context.name !== "genv") return {};
  const without = context.given.flatMap(({ option, value }) =>
    option.names.includes("-u") && value !== null ? [literalOf(value) ?? ""] : [],
  );
  return { ...(context.has("-i") ? { clean: true } : {}), ...(without.length === 0 ? {} : { without }) };
}

/** `NAME=value`. */
function assignmentOf(field: Field): { readonly name: string; readonly value: Field } | null {
  const text = literalOf(field) ?? showField(field);
  const match = /^([A-Za-z_]\w*)=/.exec(text);
  if (match?.[1] === undefined) return null;
  if (typeof field === "string") return { name: match[1], value: field.slice(match[0].length) };
  const [head, ...rest] = field;
  if (head?.kind !== "text" || head.text.length < match[0].length) return null;
  return { name: match[1], value: [{ ...head, text: head.text.slice(match[0].length) }, ...rest] };
}
