import { type Builtin, type BuiltinCall, contextOf, NOTHING } from "./builtin-call.js";
import { gitText } from "./git-output.js";

/** `add_git_status`: branch and changed files. */
export const addGitStatus: Builtin = (call) =>
  gitContext(call, "Current git status:", ["status", "--short", "--branch"]);

/** `add_git_diff`: which files changed by how much, or with the argument `full` the changes. */
export const addGitDiff: Builtin = (call) => {
  // Programs that a repository names for showing differences are not run.
  const diff = ["diff", "--no-ext-diff", "--no-textconv"];
  return call.args[0] === "full"
    ? gitContext(call, "Current working-tree diff:", diff)
    : gitContext(call, "Current working-tree diff (stat):", [...diff, "--stat"]);
};

/** `add_recent_commits`: the last ten commits, or as many as the argument says. */
export const addRecentCommits: Builtin = (call) => {
  const [text = ""] = call.args;
  const count = /^\+?\d{1,9}$/.test(text) ? Number(text) : 0;
  return gitContext(call, "Recent commits:", ["log", "--oneline", "-n", String(count > 0 ? count : 10)]);
};

/** Nothing outside a repository, without git, or when git has nothing to say. */
async function gitContext(
  call: BuiltinCall,
  title: string,
  args: readonly string[],
): Promise<ReturnType<typeof contextOf>> {
  if (call.cwd === "") return NOTHING;
  const text = await gitText(call, args);
  return text === "" ? NOTHING : contextOf(`${title}\n\n${text}`);
}
