import { type Builtin, type BuiltinCall, contextAnswer, NO_OPINION } from "../builtin-call.js";
import { openRepository } from "./open-repository.js";

/** The bytes of git's output that are shown (document 004, "Available built-ins"). */
const MAX_GIT_BYTES = 4_096;
/** The bytes that are read, of which blanks at the ends may be dropped. */
const MAX_READ_BYTES = 65_536;

/** One way to find out; the next one is tried when git fails. */
interface Way {
  readonly title: string;
  readonly args: readonly string[];
}

// A submodule has a separate configuration, which git would read to look into it.
const STATUS = ["status", "--short", "--ignore-submodules=all"];
const DIFF = ["diff", "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all"];

/** `add_git_status`: branch and changed files. */
export const addGitStatus: Builtin = (call) =>
  gitContext(call, [
    { title: "Current git status:", args: [...STATUS, "--branch"] },
    // Renames are found by comparing contents, which a partial clone does not have.
    { title: "Current git status:", args: [...STATUS, "--branch", "--no-renames"] },
  ]);

/** `add_git_diff`: which files changed by how much, or with the argument `full` the changes. */
export const addGitDiff: Builtin = (call) => {
  const names: Way = {
    title: "Current working-tree diff (names):",
    // Needs no contents but those of the work tree, unlike a difference.
    args: [...STATUS, "--no-renames", "--untracked-files=no"],
  };
  return call.args[0] === "full"
    ? gitContext(call, [{ title: "Current working-tree diff:", args: DIFF }, names])
    : gitContext(call, [{ title: "Current working-tree diff (stat):", args: [...DIFF, "--stat"] }, names]);
};

/** `add_recent_commits`: the last ten commits, or as many as the argument says. */
export const addRecentCommits: Builtin = (call) => {
  const [text = ""] = call.args;
  const count = /^\+?\d{1,9}$/.test(text) ? Number(text) : 0;
  const args = [
    "log",
    "--oneline",
    "--no-show-signature",
    "--no-color",
    "-n",
    String(count > 0 ? count : 10),
  ];
  return gitContext(call, [{ title: "Recent commits:", args }]);
};

/** Nothing outside a repository, without git, or without output; a warning for a repository that is not read. */
async function gitContext(
  call: BuiltinCall,
  ways: readonly Way[],
): Promise<ReturnType<typeof contextAnswer>> {
  if (call.cwd === "") return NO_OPINION;
  const opened = await openRepository(call);
  if (opened.kind === "none") return NO_OPINION;
  if (opened.kind === "refused") {
    return { ...NO_OPINION, warnings: [`the git repository is not looked at: ${opened.why}`] };
  }
  try {
    for (const { title, args } of ways) {
      const text = await opened.read(args, { maxBytes: MAX_READ_BYTES, cut: true });
      if (text !== undefined)
        return text.trim() === "" ? NO_OPINION : contextAnswer(`${title}\n\n${shown(text.trim())}`);
    }
    return NO_OPINION;
  } finally {
    await opened.close();
  }
}

/** Cut at 4096 bytes. */
function shown(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= MAX_GIT_BYTES) return text;
  const head = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, MAX_GIT_BYTES), {
    stream: true,
  });
  return `${head}\n... (truncated)`;
}
