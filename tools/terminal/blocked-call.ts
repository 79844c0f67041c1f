import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type StyledPart, styledLines } from "./styled-lines.js";
import { terminalPicture } from "./terminal-picture.js";

/** Where the picture of the front page is. */
export const BLOCKED_CALL = "docs/pictures/blocked-call.svg";

const COLUMNS = 68;

/** What is typed, after `gatehouse init` has been run. */
const TYPED = ["gatehouse try 'git push --force origin main'", "gatehouse try 'git push origin main'"];

const TITLE =
  "A terminal: gatehouse try 'git push --force origin main' is denied by git/force-push, with the reason; the same without --force passes.";

/**
 * Records the built command in a terminal of its own: an empty home, `init` for one agent, then a command that is denied and one that
 * passes.
 *
 * @param command the built command
 */
export function blockedCall(command: string): string {
  const place = mkdtempSync(path.join(tmpdir(), "gatehouse-terminal-"));
  try {
    const folder = (name: string): string => {
      const made = path.join(place, name);
      mkdirSync(made, { recursive: true });
      return made;
    };
    const programs = folder("bin");
    writeFileSync(
      path.join(programs, "gatehouse"),
      `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`,
      { mode: 0o755 },
    );
    folder("home/.claude");
    const env = {
      PATH: `${programs}:/usr/bin:/bin`,
      HOME: path.join(place, "home"),
      TERM: "xterm",
      LC_ALL: "C.UTF-8",
    };
    const at = { cwd: folder("project"), env };
    typed("gatehouse init claude-code --yes --no-daemon --no-probe", at);
    const lines = TYPED.flatMap((line, index): readonly (readonly StyledPart[])[] => [
      ...(index === 0 ? [] : [[]]),
      [
        { text: "$ ", styles: ["green"] },
        { text: line, styles: ["bold"] },
      ],
      ...styledLines(typed(line, at)),
    ]);
    return terminalPicture({ lines, columns: COLUMNS, title: TITLE });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** What a terminal is sent when a line is typed. */
function typed(line: string, at: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): string {
  const inTerminal = `stty cols ${COLUMNS} rows 24; ${line}`;
  const { stdout, stderr, error } = spawnSync("script", ["-qec", inTerminal, "/dev/null"], {
    ...at,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (error !== undefined || stdout === "") throw new Error(`${line}: ${error?.message ?? stderr}`);
  return stdout;
}
