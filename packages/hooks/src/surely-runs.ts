import { splitCommands } from "./split-commands.js";

/** Levels of `sh -c` that are entered. */
const maxDepth = 3;

const shell = /^(?:\/(?:usr\/)?bin\/)?(?:sh|bash|dash|zsh|ksh)$/;
const assignment = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** Options of these programs that take no value: another option may take the word behind it. */
const flags = /^(?:-[Einqvy]|--(?:yes|quiet|frozen|no-sync|login)|--[a-z][a-z-]{0,40}=.*)$/;

/**
 * Programs that run the command behind them, and how many words are between. What is not listed runs something
 * else, and does not count.
 */
const runners: readonly (readonly [words: readonly string[], operands: number])[] = [
  [["env"], 0],
  [["command"], 0],
  [["exec"], 0],
  [["time"], 0],
  [["nohup"], 0],
  [["nice"], 0],
  [["sudo"], 0],
  [["timeout"], 1],
  [["uv", "run"], 0],
  [["poetry", "run"], 0],
  [["pipenv", "run"], 0],
  [["npx"], 0],
  [["bunx"], 0],
  [["pnpm", "exec"], 0],
  [["pnpm", "dlx"], 0],
  [["bundle", "exec"], 0],
  [["python", "-m"], 0],
  [["python3", "-m"], 0],
];

/**
 * Whether a shell line for certain runs a command that `matches` takes: asked with each command as it is, without the
 * assignments before it, behind programs that run another (`env`, `sudo`, `uv run` …), and inside `sh -c`. Commands
 * that only a shell can tell, and those behind `||`, do not count.
 *
 * @param matches - told the words of a command, quotes removed, joined by one space.
 */
export function surelyRuns(line: string, matches: (command: string) => boolean, depth: number = 0): boolean {
  const { parts, isPlain } = splitCommands(line);
  return (
    isPlain &&
    parts.some(
      ({ words, isElse }) => !isElse && startsOf(words).some((start) => isRun(start, matches, depth)),
    )
  );
}

function isRun(words: readonly string[], matches: (command: string) => boolean, depth: number): boolean {
  // A word that holds blanks is not several words.
  if (matches(words.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(" "))) return true;
  const [program = "", ...rest] = words;
  if (!shell.test(program) || depth === maxDepth) return false;
  const at = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
  const script =
    at === -1 || rest.slice(0, at).some((word) => !word.startsWith("-")) ? undefined : rest[at + 1];
  return script !== undefined && surelyRuns(script, matches, depth + 1);
}

/** The command, and what it runs: each position from which the words are a command. */
function startsOf(words: readonly string[]): readonly (readonly string[])[] {
  const starts: (readonly string[])[] = [];
  let rest = words;
  while (rest.length > 0) {
    while (assignment.test(rest[0] ?? "")) rest = rest.slice(1);
    starts.push(rest);
    const runner = runners.find(([names]) => names.every((name, at) => rest[at] === name));
    if (runner === undefined) break;
    const [names, operands] = runner;
    let at = names.length;
    while (flags.test(rest[at] ?? "")) at++;
    rest = rest.slice(at + operands);
  }
  return starts;
}
