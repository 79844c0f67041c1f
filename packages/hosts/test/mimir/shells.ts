import { spawnSync } from "node:child_process";
import { requireProgram } from "../../../../test/require-program.js";

/** The shells of this machine: one that is small and strict, one that does everything. */
export const SHELLS: readonly (readonly string[])[] = [["/bin/sh"], ["/bin/bash", "--norc"]];

/**
 * Each call of a program is written to descriptor 9: the number of its words, then the words, with NUL behind each. The
 * programs of the document's examples are stand-ins that do nothing else.
 */
const PROGRAMS = ["probe", "npx", "npm", "git", "curl", "python", "python3", "node"];
const RECORD = `record() { printf '%s\\0' "$#" "$@" >&9; }\n${PROGRAMS.map(
  (name) => `${name}() { record ${name} "$@"; }\n`,
).join("")}`;

/** What a hostile text does stays in the box: the file system is read-only but for an empty `/tmp`, without a network. */
const BOX =
  "--unshare-all --die-with-parent --new-session --cap-drop ALL --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp";

let checked = false;

/** Everything that one shell ran, as the bytes that the programs wrote. */
export function run(shell: readonly string[], script: string, env: Readonly<Record<string, string>>): string {
  if (!checked) requireProgram("bwrap", "bubblewrap");
  checked = true;
  const { stdout, error } = spawnSync(
    "bwrap",
    [
      ...BOX.split(" "),
      ...["--chdir", "/tmp", "--", ...shell, "-c"],
      `exec 9>&1 >/dev/null 2>&1 </dev/null\n${RECORD}${script}`,
    ],
    {
      env: { PATH: "/usr/bin:/bin", ...env },
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      timeout: 60_000,
    },
  );
  if (error !== undefined) throw error;
  return stdout;
}
