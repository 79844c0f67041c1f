import { isRecord } from "@gatehouse-hooks/json";
import { type Alternatives, literalOf, originsOf, type Origins } from "@gatehouse-hooks/shell";
import { askForPatch } from "../ask-script.js";
import { patchFiles } from "../read-patch.js";
import type { ProgramCall } from "./program-call.js";

/** What it reads, else its standard input, or an argument of several lines, is a patch: the files that it names are changed. */
export function applyPatch(context: ProgramCall): void {
  const { call, operands } = context;
  const texts = operands.flatMap(({ field }) => (literalOf(field)?.includes("\n") === true ? [field] : []));
  const contents: readonly Alternatives[] =
    texts.length > 0 ? [texts] : context.sources.length > 0 ? context.sources : [call.input.content];
  for (const content of contents.flat()) {
    const text = literalOf(content);
    readPatch(context, text);
    if (text === null) askForPatches(context, originsOf(content));
  }
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

/** A patch that the text names and does not show: what its file says may be. */
function askForPatches(context: ProgramCall, origins: Origins): void {
  for (const { file } of origins) {
    const path = isRecord(file) && file["wild"] === undefined && file["tree"] !== true ? file["path"] : null;
    if (typeof path === "string" && path.startsWith("/")) askForPatch(context, path);
  }
}
