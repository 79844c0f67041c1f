import type { ProgramRow } from "./program-row.js";

/** Git by subcommand. */
export const GIT_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "git",
    style: "posix",
    options: [
      "-C=cwd",
      "-c=git-config",
      "--git-dir=",
      "--work-tree=cwd",
      "--no-pager",
      "-p,--paginate",
      "-P",
      "--bare",
    ],
    variables: ["GIT_SSH_COMMAND=code", "GIT_EDITOR=code", "GIT_PAGER=code", "GIT_CONFIG_GLOBAL"],
    commands: {
      reset: {
        options: ["--hard", "--soft", "--mixed", "--keep", "--merge", "-q,--quiet", "-p,--patch"],
        when: [{ has: ["--hard", "--merge"], action: "git.discard" }],
      },
      remote: {
        options: ["-v,--verbose"],
        commands: {
          prune: { options: ["-n,--dry-run"], action: "git.prune", when: [{ has: ["-n"], action: [] }] },
          show: { options: ["-n"] },
        },
      },
    },
    tests: [
      { run: "git -C sub reset --hard", actions: ["git.discard"] },
      { run: "git remote prune origin", actions: ["git.prune"] },
      { run: "git remote prune -n origin" },
      { run: "git frobnicate", unknown: ["unknown-subcommand"] },
    ],
  },
];
