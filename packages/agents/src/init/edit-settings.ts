import { findNodeAtLocation, getNodeValue, type Node } from "jsonc-parser";
import { isDeepStrictEqual } from "node:util";
import { installedEntries } from "./installed-entries.js";
import { elementsOf, propertyOf, readSettings, refuse, type SettingsProblem } from "./read-settings.js";
import type { SettingsText } from "./settings-text.js";
import { withChild, withoutChild } from "./splice-json.js";
import type { WantedEntry } from "./wanted-entries.js";
import type { Wiring } from "@gatehouse-hooks/local/agents";

/** The text after an edit; or why it cannot be edited. */
type Edited = { readonly text: string; readonly problem?: undefined } | { readonly problem: SettingsProblem };

/** More of our entries than a file can hold for a reason. */
const MAX_REMOVED = 1_000;

/**
 * Puts our entries into a settings file and leaves everything else as it is, byte for byte. Entries of ours that are not what is wanted
 * are replaced; where all are, the text stays the same.
 */
export function withEntries(source: SettingsText, wiring: Wiring, wanted: readonly WantedEntry[]): Edited {
  const read = readSettings(source.text, wiring);
  if (read.problem !== undefined) return read;
  const wrong = wrongShape(source.text, read.root);
  if (wrong !== undefined) return wrong;
  if (holds(read.root, wiring, wanted)) return { text: source.text };
  if (read.root === undefined || source.text.trim() === "{}")
    return { text: written(source, wiring, wanted) };
  const without = withoutEntries(source, wiring);
  if (without.problem !== undefined) return without;
  let { text } = without;
  const add = (path: readonly string[], key: string | undefined, value: unknown): void => {
    const root = treeOf(text, wiring);
    const container = root && findNodeAtLocation(root, [...path]);
    if (container !== undefined)
      text = withChild(text, container, { ...(key !== undefined && { key }), value }, source.formatting);
  };
  for (const [key, value] of Object.entries(wiring.top ?? {})) {
    if (propertyOf(treeOf(text, wiring), key) === undefined) add([], key, value);
  }
  const hooks = propertyOf(treeOf(text, wiring), "hooks");
  if (hooks === undefined) {
    add([], "hooks", Object.fromEntries(wanted.map(({ event, value }) => [event, [value]])));
    return { text };
  }
  for (const { event, value } of wanted) {
    const has = propertyOf(hooks, event) !== undefined;
    if (has) add(["hooks", event], undefined, value);
    else add(["hooks"], event, [value]);
  }
  return { text };
}

/**
 * Takes our entries out.
 *
 * @param keep keys of `hooks` that were there before us, and stay although they are empty; `""` for `hooks` itself
 */
export function withoutEntries(
  source: SettingsText,
  wiring: Wiring,
  keep: ReadonlySet<string> = new Set(),
): Edited {
  let { text } = source;
  for (let count = 0; count < MAX_REMOVED; count++) {
    const read = readSettings(text, wiring);
    if (read.problem !== undefined) return read;
    const own = installedEntries(read.root, wiring).findLast((entry) => entry.own !== undefined);
    if (own === undefined) return { text };
    const siblings = elementsOf(propertyOf(own.group, "hooks"))?.length ?? 1;
    const path = siblings === 1 ? own.path.slice(0, 3) : own.path;
    const hooks = propertyOf(read.root, "hooks");
    const last = path.length === 3 && elementsOf(propertyOf(hooks, own.event))?.length === 1;
    const only = last && hooks?.children?.length === 1 && !keep.has(own.event) && !keep.has("");
    text = removed(
      text,
      read.root,
      only ? ["hooks"] : last && !keep.has(own.event) ? path.slice(0, 2) : path,
    );
  }
  return { text };
}

/** The keys of `hooks` that a file has: what `keep` is later. */
export function hookKeys(text: string, wiring: Wiring): readonly string[] {
  const hooks = propertyOf(treeOf(text, wiring), "hooks");
  if (hooks?.type !== "object") return [];
  return ["", ...(hooks.children ?? []).map(({ children }) => String(children?.[0]?.value))];
}

/** The file is as wanted: each entry once, and none of ours besides. */
function holds(root: Node | undefined, wiring: Wiring, wanted: readonly WantedEntry[]): boolean {
  const own = installedEntries(root, wiring).filter((entry) => entry.own !== undefined);
  return (
    own.length === wanted.length &&
    wanted.every(({ event, value }) =>
      own.some((entry) => {
        const node = entry.group ?? entry.node;
        // The parser's objects have no prototype.
        const there: unknown = JSON.parse(JSON.stringify(getNodeValue(node)));
        return entry.event === event && isDeepStrictEqual(there, value);
      }),
    )
  );
}

/** A file of its own: what an empty one becomes. */
function written({ formatting }: SettingsText, wiring: Wiring, wanted: readonly WantedEntry[]): string {
  const hooks = Object.fromEntries(wanted.map(({ event, value }) => [event, [value]]));
  const text = `${JSON.stringify({ ...wiring.top, hooks }, null, formatting.indent)}\n`;
  return text.replaceAll("\n", formatting.eol);
}

/** Something else is where the hooks go: what a person meant by it is not known. */
function wrongShape(text: string, root: Node | undefined): Edited | undefined {
  const hooks = propertyOf(root, "hooks");
  if (hooks === undefined) return undefined;
  if (hooks.type !== "object")
    return refuse(text, hooks, "`hooks` is not an object", "write `{}`, or take it out");
  for (const { children } of hooks.children ?? []) {
    const [key, value] = children ?? [];
    const name = String(key?.value);
    if (name !== "enabled" && name !== "disabled" && value?.type !== "array")
      return refuse(text, value, `\`hooks.${name}\` is not a list`, "write `[]`, or take it out");
  }
  return undefined;
}

function treeOf(text: string, wiring: Wiring): Node | undefined {
  const read = readSettings(text, wiring);
  return read.problem === undefined ? read.root : undefined;
}

/** Takes out what is at a path. */
function removed(text: string, root: Node | undefined, path: readonly (string | number)[]): string {
  const found = root && findNodeAtLocation(root, [...path]);
  const child = found?.parent?.type === "property" ? found.parent : found;
  const container = child?.parent;
  if (child === undefined || container === undefined) return text;
  return withoutChild(text, container, container.children?.indexOf(child) ?? -1);
}
