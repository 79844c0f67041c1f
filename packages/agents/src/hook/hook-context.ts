import type { Event } from "@gatehouse-hooks/engine";
import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import type { Io } from "@gatehouse-hooks/console";
import {
  type CallProject,
  expandHome,
  type ProcessWord,
  processWord,
  projectOf,
} from "@gatehouse-hooks/local/places";
import { readUserSettings } from "@gatehouse-hooks/local/own-config";
import {
  type Context,
  contextOf,
  DEFAULT_OPTIONS,
  type GlobalOptions,
  hookVerdicts,
} from "@gatehouse-hooks/local";

/** The options of a hook's call without options: what it prints is for the agent, not for a terminal. */
export const PLAIN_OPTIONS: GlobalOptions = { ...DEFAULT_OPTIONS, color: false };

/**
 * The context of a hook: its project is found from where the agent works (`inProjectOf` for a call of it), verdicts outlive the process, and the policies that guard
 * the agent's own configuration are in force unless the user's settings say otherwise.
 *
 * @param cwd where the agent started the hook, absolute
 */
export function hookContext(io: Io, cwd: string, options: GlobalOptions = PLAIN_OPTIONS): Context {
  const word = wordOf(io, cwd, options);
  const { project } = projectOf(word, undefined, io.home);
  const cache = options.cache ?? (io.env["GATEHOUSE_CACHE"] || hookVerdicts(io.home));
  // A copy opens the streams, which takes longer than a decision.
  const there = cwd === io.cwd ? io : { ...io, cwd };
  const { settings, ...opened } = withHooks(contextOf({ ...options, project, cache }, there), options.hooks);
  const user = readUserSettings(io.home);
  const { unknown, others } = user.shellCalls;
  const tracing = user.tracing === null ? undefined : ownFile(user.tracing, io.home);
  const said = {
    ...(user.observe && { observe: true }),
    // Where policies are tried silently nothing is stopped.
    ...(!user.observe && (unknown !== "abstain" || others !== "abstain") && { shellCalls: user.shellCalls }),
    ...(tracing !== undefined && { tracing }),
  };
  const context = { ...opened, settings: { ...settings, ...said, isHook: true, word } };
  if (!user.ownConfig) return context;
  const code = [...(context.settings.hooks ?? []), ...(tracing === undefined ? [] : [tracing])];
  const ownConfig = [...programFolders(), ...code.flatMap(namesOf)];
  return { ...context, settings: { ...context.settings, ownConfig } };
}

/** What a hook is told of its project beside the payload; an option is the word of whoever wrote the line. */
function wordOf(io: Io, cwd: string, { project }: Pick<GlobalOptions, "project">): ProcessWord {
  return project === undefined
    ? processWord(io.env, cwd)
    : { folder: resolve(cwd, project), folderIs: "project" };
}

/** The context of a hook for one call, in the project that the call is of. */
export function inProjectOf(context: Context, event: Event): Context {
  const { word } = context.settings;
  return word === undefined ? context : inProject(context, projectOf(word, event, context.io.home));
}

/** The same context in another project. */
export function inProject(context: Context, { project, also }: CallProject): Context {
  const { also: _before, ...settings } = context.settings;
  return { ...context, settings: { ...settings, project, ...(also.length > 0 && { also }) } };
}

/** The context in which policies are tried silently, where the user's settings say so. */
export function withTrial(context: Context): Context {
  const { observe } = readUserSettings(context.io.home);
  return observe ? { ...context, settings: { ...context.settings, observe } } : context;
}

/** A relative path is one below the user's `~/.gatehouse`: what a project holds must not become the user's code. */
export function withHooks(context: Context, hooks: readonly string[] | undefined): Context {
  if (hooks === undefined) return context;
  const { home } = context.io;
  const files = hooks.map((file) => ownFile(file, home));
  return { ...context, settings: { ...context.settings, hooks: files } };
}

/** A module of the user's, absolute. */
export function ownFile(file: string, home: string): string {
  return expandHome(file, home, join(home, ".gatehouse"));
}

/** A file under its own name and under the one it was given. */
function namesOf(file: string): readonly string[] {
  try {
    return [...new Set([file, realpathSync(file)])];
  } catch {
    return [file];
  }
}

/** Where this program is: changing it would be changing the guard. */
function programFolders(): readonly string[] {
  try {
    return [dirname(realpathSync.native(process.argv[1] ?? ""))];
  } catch {
    return [];
  }
}
