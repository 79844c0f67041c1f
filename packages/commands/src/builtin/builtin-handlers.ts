import type { Event } from "@gatehouse-hooks/engine";
import { isPublicAddress, ownProperties } from "@gatehouse-hooks/json";
import { homedir, hostname, userInfo } from "node:os";
import path from "node:path";
import type { Environment } from "../environment.js";
import type { AnswerBuiltin } from "../command-need.js";
import { addDirectoryListing } from "./add-directory-listing.js";
import { addEnvironmentInfo } from "./add-environment-info.js";
import { addPromptFiles } from "./add-prompt-files.js";
import { type Builtin, contextAnswer, NO_OPINION, nameInList } from "../builtin-call.js";
import { addGitDiff, addGitStatus, addRecentCommits } from "../git/git-context.js";
import { limitLargeToolResults } from "./limit-large-tool-results.js";
import { redactSecrets } from "./redact-secrets.js";
import { createSnapshots, type Snapshots } from "../snapshot/snapshots.js";

import { type UnloadableModel, unload } from "./unload.js";
import { readFile } from "node:fs/promises";

/** `add_user_info`: the user that runs the agent, and the machine. What the system does not report is left out. */
const addUserInfo: Builtin = async () => {
  const { username, uid } = user();
  const full = await fullName(uid);
  const lines = [
    username === "" ? "" : `User: ${nameInList(username)}`,
    full === "" ? "" : `Full name: ${nameInList(full)}`,
    hostname() === "" ? "" : `Hostname: ${nameInList(hostname())}`,
  ].filter((line) => line !== "");
  return lines.length === 0 ? NO_OPINION : contextAnswer(`Current user:\n\n${lines.join("\n")}`);
};

function user(): { readonly username: string; readonly uid: number } {
  try {
    return userInfo();
  } catch {
    return { username: "", uid: -1 };
  }
}

/** The first part of the comment field of the user's line in the password file. */
async function fullName(uid: number): Promise<string> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  const fields = lines.map((line) => line.split(":")).find((parts) => parts[2] === String(uid));
  return fields?.[4]?.split(",", 1)[0]?.trim() ?? "";
}

/**
 * `max_iterations`: denies the model calls after the first N, where the event says which call it is. Without a positive
 * whole N it does nothing.
 */
const maxIterations: Builtin = ({ event, args: [text = ""] }) => {
  const limit = /^\+?\d{1,15}$/.test(text) ? Number(text) : 0;
  const iteration = Object.hasOwn(event, "iteration") ? event["iteration"] : undefined;
  if (limit <= 0 || typeof iteration !== "number" || !(iteration > limit)) return NO_OPINION;
  return {
    kind: "deny",
    reason: `Agent terminated: max_iterations builtin reached its limit of ${limit} model call(s).`,
  };
};

/** What the builtins need from outside. */
export interface BuiltinOptions {
  /** The environment that git inherits, normally `process.env`. */
  readonly env: Environment;
  /** The working directory of events that name none in `cwd`. Default: such events get no context. */
  readonly cwd?: string;
  /** Where `add_prompt_files` looks, too. Default: the user's home directory. */
  readonly home?: string;
  /** Default: the clock of this machine. */
  readonly now?: () => Date;
  /**
   * Which models `unload` tells to free their memory: those of the agent that the event `on_agent_switch` leaves (`from_agent`), those without
   * such memory left out. Default: none.
   */
  readonly modelsToUnload?: (event: Event) => readonly UnloadableModel[];
  /** What `snapshot` records into. Default: snapshots in a directory below the home directory. */
  readonly snapshots?: Snapshots;
  /** Where `limit_large_tool_results` keeps whole answers. Default: `.gatehouse/cache/tool-results` below the home directory. */
  readonly toolResults?: string;
  /** Whether `http_post` may connect to an address. Default: to those of the public internet. */
  readonly reaches?: (address: string) => boolean;
}

/**
 * The twelve builtins of docker-agent (document 004, "Available built-ins") and three of its later ones, by name. They run in this process,
 * except for git, and answer `approve`, with what they found as context or rewrites; `max_iterations` may answer `deny`.
 *
 * @example
 * ```ts
 * const runtime = createRuntime({ policies, handlers: { builtin: builtinHandlers({ env: process.env }) } });
 * ```
 */
export function builtinHandlers(given: BuiltinOptions): Readonly<Record<string, AnswerBuiltin>> {
  const options = ownProperties(given);
  const { env, home = homedir(), now = () => new Date() } = options;
  const snapshots = options.snapshots ?? createSnapshots({ env, home });
  const builtins: Readonly<Record<string, Builtin>> = {
    add_date: addDate(now),
    add_environment_info: addEnvironmentInfo,
    add_prompt_files: addPromptFiles(home),
    add_git_status: addGitStatus,
    add_git_diff: addGitDiff,
    add_directory_listing: addDirectoryListing,
    add_user_info: addUserInfo,
    add_recent_commits: addRecentCommits,
    max_iterations: maxIterations,
    snapshot: (call) => snapshots.record(call),
    redact_secrets: redactSecrets,
    unload: unload(options.modelsToUnload),
    limit_large_tool_results: limitLargeToolResults(
      options.toolResults ?? path.join(home, ".gatehouse", "cache", "tool-results"),
    ),
    // It labels calls for docker-agent's own prompts, and decides nothing.
    safer_shell: () => NO_OPINION,
    async http_post(call) {
      const { httpPost } = await import("./http-post.js");
      return await httpPost(options.reaches ?? isPublicAddress)(call);
    },
  };
  return Object.fromEntries(
    Object.entries(builtins).map(([name, builtin]) => [name, handlerOf(builtin, env, options.cwd ?? "")]),
  );
}

function handlerOf(builtin: Builtin, env: Environment, cwd: string): AnswerBuiltin {
  return async ({ event, handler }, { signal }) => {
    const named = event["cwd"];
    return builtin({
      event,
      args: handler.args ?? [],
      cwd: typeof named === "string" && named !== "" ? named : cwd,
      env,
      timeoutMs: handler.timeoutMs,
      signal,
    });
  };
}

/** `add_date`: the day, in local time. */
function addDate(now: () => Date): Builtin {
  return () => {
    const date = now();
    const month = String(date.getMonth() + 1).padStart(2, "0");
    const day = String(date.getDate()).padStart(2, "0");
    return contextAnswer(`Today's date: ${date.getFullYear()}-${month}-${day}`);
  };
}
