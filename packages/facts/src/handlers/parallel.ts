import {
  type Alternatives,
  type Field,
  hole,
  joinFields,
  literalOf,
  showField,
} from "@gatehouse-hooks/shell";
import type { ProgramCall } from "../programs/program-call.js";
import { replaced } from "./xargs.js";

/** Options of GNU parallel that take the next word. */
const WITH_VALUE =
  /^(?:-[jnNLSapPIdCr]|--(?:jobs|max-args|arg-file|sshlogin|delay|timeout|retries|joblog|results|colsep|workdir|tmpdir|halt|max-procs|load|nice|shuf-file|env|basefile|return|delimiter|block|recstart|recend|tagstring|termseq|sshloginfile))$/;

/** `parallel`: words or lines, each put into a command that a shell reads. */
export function readParallel(context: ProgramCall): Alternatives {
  const { call } = context;
  const { fields } = call;
  let at = 1;
  for (; at < fields.length; at++) {
    const text = literalOf(fields[at] ?? "");
    if (text === null || !text.startsWith("-")) break;
    if (text === "--help" || text === "--version" || text === "--citation") return [hole()];
    if (WITH_VALUE.test(text)) {
      if (text === "-S" || text.startsWith("--sshlogin"))
        context.unknown("unknown-option", `parallel ${text}`, context.spanOf(at));
      at++;
    }
  }
  const marks = [":::", "::::", ":::+", "::::+"];
  let end = fields.findIndex((one, i) => i >= at && marks.includes(literalOf(one) ?? ""));
  if (end === -1) end = fields.length;
  const command = fields.slice(at, end);
  const code = command.reduce<Field>(
    (all, one, i) => (i === 0 ? one : joinFields(joinFields(all, " "), one)),
    "",
  );
  const isWords = literalOf(fields[end] ?? "") === ":::";
  const items: readonly Field[] | null = isWords
    ? fields.slice(end + 1).filter((one) => !marks.includes(literalOf(one) ?? ""))
    : lines(context, end);
  const run = (text: Field, maybe: boolean): void => {
    context.world.code(text, { via: "parallel", maybe, span: context.spanOf(at) });
  };
  if (items === null) {
    run(command.length === 0 ? hole() : withItem(code, hole()), true);
    return [hole()];
  }
  if (items.length > 24) context.unknown("limit", "parallel", call.span);
  for (const item of items.slice(0, 24)) run(command.length === 0 ? item : withItem(code, item), false);
  return [hole()];
}

/** `{}` is the item, quoted; without any it comes last. */
function withItem(code: Field, given: Field): Field {
  const known = literalOf(given);
  const item =
    known === null || /^[\w./=:@%+,-]+$/.test(known) ? given : `'${known.replaceAll("'", String.raw`'\''`)}'`;
  const text = showField(code);
  if (/\{(?:\.|\/|\/\.|\/\/|#|%|\d+)\}/.test(text)) return joinFields(joinFields(code, " "), hole());
  return text.includes("{}") ? replaced(code, "{}", item) : joinFields(joinFields(code, " "), item);
}

function lines(context: ProgramCall, end: number): readonly Field[] | null {
  if (end < context.call.fields.length) return null;
  const content = context.call.input.content;
  const known = content.length === 1 ? literalOf(content[0] ?? "") : null;
  return known === null ? null : known.split("\n").filter((one) => one !== "");
}
