import type { FileKeys } from "./host-files.js";
import type { Host } from "./host.js";
import { HOSTS, formatOf } from "./hosts.js";

/** Bytes that are looked at: the keys that tell are at the beginning of their lines. */
const LOOKED_AT = 262_144;
/** A key of a YAML mapping at the beginning of its line, or of a JSON object. */
const KEY = /^([ \t]*)(?:- )?["']?([A-Za-z][\w-]*)["']?[ \t]*:/gmu;
/** The first key of a mapping that is written in braces. */
const IN_BRACES = /^["']?hooks["']?[ \t]*:[ \t]*\{\s{0,1000}["']?([A-Za-z][\w-]*)["']?[ \t]*:/mu;

/**
 * The format of a file of the organisation, by its name where that tells it, else by its keys: files of several hosts have no
 * names of their own there. A file that tells nothing has the format of its ending, whose loader says what is wrong with it.
 */
export function formatByContent(
  path: string,
  text: Uint8Array,
  hosts: readonly Host[] = HOSTS,
): string | undefined {
  const named = hosts.find(({ files }) => files?.isNamed?.(path) === true);
  if (named !== undefined) return named.name;
  const byEnding = formatOf(path, hosts);
  if (!/\.(?:ya?ml|json)$/i.test(path)) return byEnding;
  const start = new TextDecoder().decode(text.subarray(0, LOOKED_AT));
  return formatOfKeys(path, start, hosts) ?? byEnding;
}

/** The format that the keys of a text are those of; `undefined` where they tell nothing. */
export function formatOfKeys(path: string, text: string, hosts: readonly Host[]): string | undefined {
  const start = text.slice(0, LOOKED_AT).replace(/^\uFEFF/, "");
  const name = path.split(/[\\/]/).at(-1) ?? "";
  const keys = start.trimStart().startsWith("{") ? jsonKeys(start) : yamlKeys(start);
  return hosts.find(({ files }) => files?.isLike?.({ ...keys, name }) === true)?.name;
}

function yamlKeys(text: string): Omit<FileKeys, "name"> {
  const top = new Set<string>();
  let inHooks = false;
  let hook = IN_BRACES.exec(text)?.[1];
  for (const [, indent, key] of text.matchAll(KEY)) {
    if (key === undefined) continue;
    if (indent === "") {
      top.add(key);
      inHooks = key === "hooks";
    } else if (inHooks && hook === undefined) hook = key;
  }
  return { top, hook };
}

function jsonKeys(text: string): Omit<FileKeys, "name"> {
  try {
    const root: unknown = JSON.parse(text);
    if (typeof root !== "object" || root === null) return { top: new Set(), hook: undefined };
    const hooks: unknown = Object.getOwnPropertyDescriptor(root, "hooks")?.value;
    const [hook] = typeof hooks === "object" && hooks !== null ? Object.keys(hooks) : [];
    return { top: new Set(Object.keys(root)), hook };
  } catch {
    return { top: new Set(), hook: undefined };
  }
}
