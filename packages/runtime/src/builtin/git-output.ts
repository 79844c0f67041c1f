import { runCommand } from "../command/run-command.js";
import { mergedEnvironment } from "../command/environment.js";
import type { BuiltinCall } from "./builtin-call.js";

/** The bytes of git's output that are shown (document 004, "Available built-ins"). */
const MAX_GIT_BYTES = 4_096;
/** The bytes that are read, of which blanks at the ends may be dropped. */
const MAX_READ_BYTES = 65_536;
const GRACE_MS = 500;

/**
 * Variables that lead git to another repository, for example when the agent itself was started from a git hook, and those
 * that make it run other programs.
 */
const UNSET = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
  "GIT_EXTERNAL_DIFF",
  "GIT_PAGER",
  "GIT_CONFIG",
  "GIT_CONFIG_COUNT",
  "GIT_CONFIG_PARAMETERS",
] as const;

/** Settings that a repository could use to run programs of its own. */
const HARMLESS = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager"] as const;

/** What running git needs to know. */
export type GitCall = Pick<BuiltinCall, "cwd" | "env" | "timeoutMs" | "signal">;

/**
 * What git says on standard output; undefined when it fails, is not installed or takes too long, and when it says more
 * than `maxBytes`, unless the beginning is enough (`cut`).
 */
export async function git(
  { cwd, env, timeoutMs, signal }: GitCall,
  args: readonly string[],
  {
    variables = {},
    maxBytes = 67_108_864,
    cut = false,
    input = "",
  }: {
    readonly variables?: Readonly<Record<string, string>>;
    readonly maxBytes?: number;
    readonly cut?: boolean;
    readonly input?: string;
  } = {},
): Promise<string | undefined> {
  const outcome = await runCommand(
    { file: "git", args: [...HARMLESS, "-C", cwd, ...args] },
    {
      cwd: "/",
      env: mergedEnvironment(env, Object.fromEntries(UNSET.map((name) => [name, undefined])), {
        GIT_OPTIONAL_LOCKS: "0",
        GIT_TERMINAL_PROMPT: "0",
        ...variables,
      }),
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

/** What git says, without blanks at the ends, cut at 4096 bytes. */
export async function gitText(call: GitCall, args: readonly string[]): Promise<string> {
  const text = ((await git(call, args, { maxBytes: MAX_READ_BYTES, cut: true })) ?? "").trim();
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= MAX_GIT_BYTES) return text;
  // A character that the limit cuts in two is left out.
  const head = new TextDecoder().decode(bytes.subarray(0, MAX_GIT_BYTES), { stream: true });
  return `${head}\n... (truncated)`;
}
