import { applyPatch, reversePatch, structuredPatch } from "diff";
import { withoutEntries } from "./edit-settings.js";
import { type ChangedFile, hashOf, readCopy } from "./install-record.js";
import { isOpenCodePlugin } from "./opencode-plugin.js";
import { readSettingsText, settingsBytes } from "./settings-text.js";
import { readTarget, removeEmpty, removeTarget, writeTarget } from "./target-file.js";
import type { Wiring } from "@gatehouse-hooks/local/agents";

/**
 * What an undo did with a file: it is as it was before (`restored`), it was ours and is gone (`removed`), the user had changed it and only our
 * entries are gone (`taken out`), or it was left as it is, and why.
 */
export type UndoneChange =
  | { readonly kind: "restored" | "removed" | "taken out" }
  | { readonly kind: "left"; readonly why: string };

/**
 * Takes a change back. A file that nothing has changed since has the bytes that it had; of one that was changed, what was changed stays.
 *
 * @throws UsageError when the file cannot be read
 */
export function undoChange(home: string, changed: ChangedFile, wiring: Wiring | undefined): UndoneChange {
  const { target, before, after, folders } = changed;
  const { bytes } = readTarget(target);
  if (bytes === undefined) {
    removeEmpty(folders);
    return before === null ? { kind: "removed" } : { kind: "left", why: "it was deleted since" };
  }
  const original = before === null ? null : readCopy(home, before);
  if (hashOf(bytes) === after && original !== undefined) {
    if (original === null) removeTarget(target, folders);
    else writeTarget(target, original);
    return { kind: original === null ? "removed" : "restored" };
  }
  const rest =
    withoutChange(home, bytes, changed) ??
    (wiring === undefined
      ? withoutTables(home, bytes, changed)
      : withoutOurs(bytes, wiring, new Set(changed.keys)));
  if (rest === undefined) return { kind: "left", why: "it was changed since, and is not ours to take apart" };
  if (before === null && (rest.length === 0 || isEmptySettings(rest))) {
    removeTarget(target, folders);
    return { kind: "removed" };
  }
  if (Buffer.compare(rest, bytes) !== 0) writeTarget(target, rest);
  return { kind: "taken out" };
}

/** The bytes without what `init` has changed of the lines, where these are as they were written. */
function withoutChange(
  home: string,
  bytes: Uint8Array,
  { before, after }: ChangedFile,
): Uint8Array | undefined {
  const [from, to] = [before === null ? undefined : readCopy(home, before), readCopy(home, after)];
  if (from === undefined || to === undefined) return undefined;
  const [old, made, now] = [from, to, bytes].map((one) => readSettingsText(one));
  if (!old || !made || !now) return undefined;
  const patch = reversePatch(structuredPatch("", "", old.text, made.text, "", "", { context: 1 }));
  const text = applyPatch(now.text, patch, { fuzzFactor: 0 });
  // Lines of ours may have been moved or copied.
  if (text === false || text.includes("gatehouse-hook")) return undefined;
  return settingsBytes(now, text);
}

/** A TOML file without the tables that were written into it: each is a header, and its lines up to an empty one. */
function withoutTables(
  home: string,
  bytes: Uint8Array,
  { target, before, after }: ChangedFile,
): Uint8Array | undefined {
  const made = readCopy(home, after);
  if (!target.endsWith(".toml") || made === undefined) return undefined;
  const decode = (one: Uint8Array | undefined): string => new TextDecoder().decode(one ?? new Uint8Array());
  const headers = (text: string): readonly string[] =>
    text.split("\n").filter((line) => line.startsWith("["));
  const old = new Set(headers(decode(before === null ? undefined : readCopy(home, before))));
  const ours = new Set(headers(decode(made)).filter((line) => !old.has(line)));
  let inside = false;
  const kept = decode(bytes)
    .split("\n")
    .filter((line) => {
      if (line.startsWith("[")) inside = ours.has(line);
      const drop = inside;
      if (line.trim() === "") inside = false;
      return !drop;
    });
  return new TextEncoder().encode(kept.join("\n"));
}

/** The bytes without entries of ours; undefined: they cannot be read. */
export function withoutOurs(
  bytes: Uint8Array,
  wiring: Wiring,
  keep: ReadonlySet<string>,
): Uint8Array | undefined {
  const source = readSettingsText(bytes);
  if (source === null) return undefined;
  if (wiring.shape === "plugin") return isOpenCodePlugin(source.text) ? new Uint8Array() : bytes;
  const edited = withoutEntries(source, wiring, keep);
  return edited.problem === undefined ? settingsBytes(source, edited.text) : undefined;
}

/** What is left of a settings file that held nothing but ours. */
export function isEmptySettings(bytes: Uint8Array): boolean {
  const text = readSettingsText(bytes)?.text ?? "";
  return /^\s*(?:\{\s*(?:"version"\s*:\s*1\s*,?\s*)?(?:"hooks"\s*:\s*\{\s*\}\s*)?\}\s*)?$/.test(text);
}
