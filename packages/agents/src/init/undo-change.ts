import { applyPatch, reversePatch, structuredPatch } from "diff";
import { getNodeValue, type Node, parseTree } from "jsonc-parser";
import { isDeepStrictEqual } from "node:util";
import { withoutEntries } from "./edit-settings.js";
import { agentOf, type ChangedFile, hashOf, readCopy } from "./install-record.js";
import { isOpenCodePlugin } from "./opencode-plugin.js";
import { propertyOf } from "./read-settings.js";
import { withoutChild } from "./splice-json.js";
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
      ? withoutSettings(home, bytes, changed)
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
  { agent, before, after }: ChangedFile,
): Uint8Array | undefined {
  const [from, to] = [before === null ? undefined : readCopy(home, before), readCopy(home, after)];
  if (from === undefined || to === undefined) return undefined;
  const [old, made, now] = [from, to, bytes].map((one) => readSettingsText(one));
  if (!old || !made || !now) return undefined;
  const patch = reversePatch(structuredPatch("", "", old.text, made.text, "", "", { context: 1 }));
  const text = applyPatch(now.text, patch, { fuzzFactor: 0 });
  if (text === false) return undefined;
  // Lines of ours may have been moved or copied. Beside the settings of a sandbox they belong there.
  if (text.includes("gatehouse-hook") && agentOf({ agent }) === agent) return undefined;
  return settingsBytes(now, text);
}

/** A file without what was written into it that no hook is of: keys of JSON, or tables and lines of TOML. */
function withoutSettings(
  home: string,
  bytes: Uint8Array,
  { agent, target, before, after }: ChangedFile,
): Uint8Array | undefined {
  const isToml = target.endsWith(".toml");
  if (!isToml && agentOf({ agent }) === agent) return undefined;
  const made = readCopy(home, after);
  const old = before === null ? new Uint8Array() : readCopy(home, before);
  if (made === undefined || old === undefined) return undefined;
  const [from, to, now] = [old, made, bytes].map((one) => readSettingsText(one));
  if (!from || !to || !now) return undefined;
  const text = isToml
    ? withoutLines(from.text, to.text, now.text)
    : withoutKeys(from.text, to.text, now.text);
  return text === undefined ? undefined : settingsBytes(now, text);
}

/** The lines of each table, of those before the first one under an empty name. */
function tablesOf(text: string): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, string[]>([["", []]]);
  let header = "";
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("[")) header = line;
    const lines = tables.get(header) ?? [];
    tables.set(header, [...lines, line]);
  }
  return tables;
}

/** Without the tables that were written, each a header with its lines up to an empty one, and without lines that were put into others. */
function withoutLines(from: string, made: string, now: string): string {
  const [old, written] = [tablesOf(from), tablesOf(made)];
  let header = "";
  let isOurs = false;
  return now
    .split("\n")
    .filter((whole) => {
      const line = whole.replace(/\r$/, "");
      if (line.startsWith("[")) {
        header = line;
        isOurs = written.has(header) && !old.has(header);
      }
      const isAdded =
        line.trim() !== "" &&
        written.get(header)?.includes(line) === true &&
        old.get(header)?.includes(line) !== true;
      const drop = isOurs || isAdded;
      if (line.trim() === "") isOurs = false;
      return !drop;
    })
    .join("\n");
}

/** Without the keys that were written, or with what they said before; undefined: one of them was changed since. */
function withoutKeys(from: string, made: string, now: string): string | undefined {
  const [old, written] = [from, made].map((text) => parseTree(text));
  let text = now;
  for (const { children = [] } of written?.children ?? []) {
    const [name, value] = children;
    const key = String(name?.value);
    const before = propertyOf(old, key);
    if (value === undefined || isSameValue(before, value)) continue;
    const root = parseTree(text);
    const there = propertyOf(root, key);
    if (root === undefined || there === undefined || !isSameValue(there, value)) return undefined;
    text =
      before === undefined
        ? withoutChild(
            text,
            root,
            root.children?.findIndex(({ children: [one] = [] }) => one?.value === key) ?? -1,
          )
        : text.slice(0, there.offset) +
          from.slice(before.offset, before.offset + before.length) +
          text.slice(there.offset + there.length);
  }
  return text;
}

function isSameValue(one: Node | undefined, other: Node): boolean {
  return one !== undefined && isDeepStrictEqual(getNodeValue(one), getNodeValue(other));
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
