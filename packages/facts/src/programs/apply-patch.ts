import { type Alternatives, literalOf } from "@gatehouse-hooks/shell";
import { patchFiles } from "./read-patch.js";
import type { ProgramCall } from "./program-call.js";

/** What it reads, else its standard input, or an argument of several lines, is a patch: the files that it names are changed. */
export function applyPatch(context: ProgramCall): void {
  const { call, operands } = context;
  const texts = operands.flatMap(({ field }) => (literalOf(field)?.includes("\n") === true ? [field] : []));
  const contents: readonly Alternatives[] =
    texts.length > 0 ? [texts] : context.sources.length > 0 ? context.sources : [call.input.content];
  for (const content of contents.flat()) readPatch(context, literalOf(content));
}

function readPatch(context: ProgramCall, text: string | null): void {
  const files = text === null ? [] : patchFiles(text);
  if (files.length === 0)
    context.unknown(text === null ? "opaque-file" : "opaque-code", context.by("patch"), context.call.span);
  for (const { does, path } of files) {
    context.world.spend(100);
    if (does === "move" || does === "update") context.path("reads", path, 0, "patch");
    if (does === "move" || does === "delete") context.path("deletes", path, 0, "patch");
    else context.path("writes", path, 0, "patch");
  }
}
