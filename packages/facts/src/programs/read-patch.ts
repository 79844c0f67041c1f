/** A file that a patch changes. */
export interface PatchFile {
  readonly does: "add" | "update" | "delete" | "move";
  readonly path: string;
}

/** Files of a patch: the lines `*** Add File: …`, else those of a unified diff. Linear; at most 200. */
export function patchFiles(text: string): readonly PatchFile[] {
  const files: PatchFile[] = [];
  let before: string | null = null;
  for (const line of text.split("\n")) {
    if (files.length >= 200) break;
    const own = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line.trimEnd());
    if (own?.[1] !== undefined && own[2] !== undefined) {
      files.push({
        does: own[1] === "Add" ? "add" : own[1] === "Delete" ? "delete" : "update",
        path: own[2].trim(),
      });
      continue;
    }
    const moved = /^\*\*\* Move to: (.+)$/.exec(line.trimEnd())?.[1];
    if (moved !== undefined) {
      const last = files.at(-1);
      if (last?.does === "update") files[files.length - 1] = { does: "move", path: last.path };
      files.push({ does: "add", path: moved.trim() });
      continue;
    }
    const minus = /^--- (?:a\/)?([^\t]+)/.exec(line)?.[1];
    if (minus !== undefined) before = minus.trimEnd();
    const plus = /^\+\+\+ (?:b\/)?([^\t]+)/.exec(line)?.[1]?.trimEnd();
    if (plus === undefined) continue;
    if (plus === "/dev/null") files.push({ does: "delete", path: before ?? plus });
    else files.push({ does: before === "/dev/null" ? "add" : "update", path: plus });
    before = null;
  }
  return files;
}
