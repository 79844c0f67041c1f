import { EVENT_KINDS } from "@gatehouse-hooks/engine";
import { formatOf } from "@gatehouse-hooks/hosts";
import { basename } from "node:path";
import type { FormatName } from "../format-names.js";

/** A file of docker-agent's hooks alone has events for keys. */
const DOCKER_AGENT: ReadonlySet<string> = new Set(
  EVENT_KINDS.filter((kind) => kind.host === "docker-agent").map((kind) => kind.name),
);
/** Bytes that are looked at: the keys that tell stand at the beginning of their lines. */
const LOOKED_AT = 262_144;
/** A key of a YAML mapping at the beginning of its line, or of a JSON object. */
const KEY = /^([ \t]*)(?:- )?["']?([A-Za-z][\w-]*)["']?[ \t]*:/gmu;

/**
 * The format of a file of the organisation, by its name where that tells it, else by its keys: Mimir's and docker-agent's files
 * have no names of their own there. A file that tells nothing is `gatehouse`, whose loader says what is wrong with it.
 */
export function formatByContent(path: string, text: Uint8Array): FormatName | undefined {
  const named = formatOf(path);
  if (named !== "gatehouse") return named;
  if (/^\.?mimir\.ya?ml$/i.test(basename(path))) return "mimir";
  const start = new TextDecoder().decode(text.subarray(0, LOOKED_AT)).replace(/^\uFEFF/, "");
  const keys = start.trimStart().startsWith("{") ? jsonKeys(start) : yamlKeys(start);
  if (keys.top.has("policies")) return "gatehouse";
  if (keys.top.has("enforcement")) return "mimir";
  if (keys.top.has("agents")) return "docker-agent";
  if (keys.top.has("hooks") && keys.hook !== undefined) {
    return keys.hook.includes("-") ? "mimir" : "docker-agent";
  }
  if (keys.top.has("permissions") || [...keys.top].some((key) => DOCKER_AGENT.has(key)))
    return "docker-agent";
  return "gatehouse";
}

interface Keys {
  readonly top: ReadonlySet<string>;
  /** The first key below `hooks`. */
  readonly hook: string | undefined;
}

function yamlKeys(text: string): Keys {
  const top = new Set<string>();
  let inHooks = false;
  let hook: string | undefined;
  for (const [, indent, key] of text.matchAll(KEY)) {
    if (key === undefined) continue;
    if (indent === "") {
      top.add(key);
      inHooks = key === "hooks";
    } else if (inHooks && hook === undefined) hook = key;
  }
  return { top, hook };
}

function jsonKeys(text: string): Keys {
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
