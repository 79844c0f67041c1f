import { isRecord, own } from "@gatehouse-hooks/json";
import { normalizePath, slashPath } from "@gatehouse-hooks/shell";
import type { Surroundings } from "./paths/surroundings.js";
import { LinkWalk } from "./paths/walk-links.js";
import { MadeLinks } from "./paths/made-links.js";
import type { LinkLooks } from "./paths/walk-links.js";
import type { ScriptTexts } from "./scripts/script-run.js";
import { WalkWork } from "./paths/walk-links.js";
import type { CalledTool } from "./tools/read-tool.js";

/** What an event says for facts. */
export interface EventParts {
  readonly around: Surroundings;
  /** The tool call; `null` when the event is not one. */
  readonly call: CalledTool | null;
  /** The canonical kind of the tool (`event.tool.kind`), for tools that no table has. */
  readonly kind: string | null;
  /** Texts of files that the call may run, by path. */
  readonly texts: ScriptTexts;
}

/** Events that carry a command or a path themselves. */
const NAMED: Readonly<Record<string, string>> = {
  "pre-bash-execution": "Bash",
  "post-bash-execution": "Bash",
  "pre-file-write": "Write",
  "post-file-write": "Write",
};

/** The most links that are read. */
const MAX_LINKS = 64;

/** The most texts that are read. */
const MAX_TEXTS = 64;

/** Platforms whose file systems do not tell large letters from small ones. */
const FOLDING = ["darwin", "win32"];

/**
 * Reads an event by its own properties. Never throws.
 *
 * @param looks looks for links; not asked where the event has `links`
 */
export function readEventParts(event: object, looks?: LinkLooks): EventParts {
  const workspace = pathOf(event, "workspace") ?? pathOf(event, "project_dir");
  const cwd = pathOf(event, "cwd") ?? pathOf(event, "working_dir") ?? workspace;
  const links = linksOf(event);
  const work = new WalkWork();
  const platform = own(event, "platform");
  const folds = typeof platform === "string" && FOLDING.includes(platform);
  const around: Surroundings = {
    home: pathOf(event, "home"),
    cwd,
    // Most agents name the directory that they work in, and no other.
    workspace: workspace ?? cwd,
    folds,
    isWindows: platform === "win32",
    mayFold: folds || typeof platform !== "string",
    links: links === null ? null : links.rows,
    made: new MadeLinks(work),
    unseen: links?.isWhole === false ? [{ path: "the event: more than are looked at", span: [0, 0] }] : [],
    walk: links === null && looks !== undefined ? new LinkWalk(looks, work) : null,
  };
  const tool = own(event, "tool");
  const kind = isRecord(tool) ? own(tool, "kind") : null;
  return { around, call: callOf(event), kind: typeof kind === "string" ? kind : null, texts: textsOf(event) };
}

function callOf(event: object): CalledTool | null {
  const name = own(event, "toolName") ?? own(event, "tool_name");
  const params = own(event, "params") ?? own(event, "tool_input") ?? own(event, "tool_args");
  if (typeof name === "string") return { name, params: isRecord(params) ? params : {} };
  const kind = own(event, "event");
  const tool = typeof kind === "string" && Object.hasOwn(NAMED, kind) ? NAMED[kind] : undefined;
  return tool === undefined ? null : { name: tool, params: event };
}

function pathOf(event: object, name: string): string | null {
  const value = own(event, name);
  if (typeof value !== "string") return null;
  const path = slashPath(value);
  return path.startsWith("/") ? normalizePath(path) : null;
}

function textsOf(event: object): ScriptTexts {
  const texts = own(event, "texts");
  const all = new Map<string, string | null>();
  if (!isRecord(texts)) return all;
  for (const path of Object.keys(texts).slice(0, MAX_TEXTS)) {
    const text = own(texts, path);
    if (typeof text === "string" || text === null) all.set(normalizePath(path), text);
  }
  return all;
}

/** Longest first: a link below a link is the nearer one. */
function linksOf(
  event: object,
): { readonly rows: NonNullable<Surroundings["links"]>; readonly isWhole: boolean } | null {
  const links = own(event, "links");
  if (!isRecord(links)) return null;
  const all: (readonly [string, string])[] = [];
  const names = Object.keys(links);
  for (const from of names.slice(0, MAX_LINKS)) {
    const to = own(links, from);
    if (typeof to === "string" && from.startsWith("/") && to !== "") all.push([normalizePath(from), to]);
  }
  return { rows: all.toSorted(([a], [b]) => b.length - a.length), isWhole: names.length <= MAX_LINKS };
}
