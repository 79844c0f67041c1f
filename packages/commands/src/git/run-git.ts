import { type Environment, mergedEnvironment } from "../environment.js";
import { runCommand } from "../run-command.js";
import type { BuiltinCall } from "../builtin-call.js";
import { findGit } from "./git-program.js";

const GRACE_MS = 500;
const MAX_BYTES = 67_108_864;

/**
 * Settings that could name a program, switched off once more. What git reads as its configuration is written by us, so none
 * of them is set there; this is for the settings that a later git may read from somewhere else.
 */
const HARMLESS: readonly string[] = [
  "--no-pager",
  ...[
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.editor=false",
    "core.askPass=",
    "core.sshCommand=false",
    "core.alternateRefsCommand=false",
    "credential.helper=",
    "gpg.program=false",
    "log.showSignature=false",
    "protocol.allow=never",
    "submodule.recurse=false",
    "safe.bareRepository=explicit",
    "gc.auto=0",
    "maintenance.auto=false",
  ].flatMap((setting) => ["-c", setting]),
];

/** Only the given repository's configuration, no network, no questions, no side effects. */
const VARIABLES: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_PROTOCOL_FROM_USER: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  // A folder without a `.gitconfig`, for versions that do not know the variables above.
  HOME: "/dev/null",
  XDG_CONFIG_HOME: "/dev/null",
};

/** What running git needs to know. */
export type GitCall = Pick<BuiltinCall, "cwd" | "env" | "timeoutMs" | "signal">;

/** How one git command is run. */
export interface GitRun {
  /** Variables of this run: they win over those that all runs have, and `undefined` removes one. */
  readonly variables: Environment;
  /** The bytes of standard output that are read. */
  readonly maxBytes?: number;
  /** The beginning of the output is enough. */
  readonly cut?: boolean;
  readonly input?: string;
}

/**
 * Runs git in a directory, and returns its standard output; undefined when it fails, is not installed or takes
 * too long, and when it prints more than `maxBytes`, unless the beginning is enough.
 *
 * INVARIANT: `GIT_DIR` is in `variables`: git never looks for a repository itself.
 *
 * @param project no program in this directory is run
 */
export async function runGit(
  { cwd, env, timeoutMs, signal }: GitCall,
  project: string,
  args: readonly string[],
  { variables, maxBytes = MAX_BYTES, cut = false, input = "" }: GitRun,
): Promise<string | undefined> {
  const git = findGit(env, project);
  if (git === undefined) return undefined;
  const outcome = await runCommand(
    { file: git.file, args: [...HARMLESS, "-C", cwd, ...args] },
    {
      cwd: "/",
      env: mergedEnvironment(git.env, VARIABLES, variables),
      input,
      timeoutMs,
      maxOutputBytes: maxBytes,
      graceMs: GRACE_MS,
      signal,
    },
  );
  if (outcome.kind !== "ran" || outcome.exitCode !== 0 || outcome.timedOut || outcome.aborted)
    return undefined;
  return outcome.truncated.stdout && !cut ? undefined : outcome.stdout;
}
