import type { ToolKind } from "../host-tables.js";

const HEADER = /^[ \t]*\*\*\* (Add|Update|Delete) File: /gm;

/** What a patch in Codex's format does: one that only adds files writes, one that only deletes deletes. */
export function patchKind(patch: string): ToolKind {
  const verbs = new Set(Array.from(patch.matchAll(HEADER), ([, verb]) => verb));
  if (verbs.size !== 1) return "edit";
  return verbs.has("Add") ? "write" : verbs.has("Delete") ? "delete" : "edit";
}
