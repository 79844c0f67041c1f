/** What the command line of a hook starts. */
export interface Launcher {
  /** The absolute path of Node. */
  readonly node: string;
  /** The absolute path of Gatehouse's own file. */
  readonly binary: string;
}

/** What the installed line is for. */
export interface HookLine extends Launcher {
  /** The event is before an action: where nothing could be run, the line tells the agent to block it. */
  readonly blocks: boolean;
}

/** The name that the script runs under; by it an entry of ours is recognised, wherever the program is. */
const MARK = "gatehouse-hook";

/**
 * Runs the hook, and passes on what it printed only if it ended well: an agent takes the output of a hook that died half-way for an
 * answer, and most run the tool at every exit code but 2. Exit 2 with something on stderr blocks in every agent that has hooks of this
 * kind; where a block would be wrong, 1 is an error that the user sees and the agent goes on.
 *
 * A script has only double quotes, because the agent's shell gets it in single ones. `$1` is the agent, `$2` Node, `$3` the program.
 *
 * A way that costs less, such as a request to a running daemon, comes before the first line: it needs the payload in a variable,
 * because standard input can be read only once, and leaves the answer in `out` and 0 in `s`.
 */
function script(blocks: boolean): string {
  const exit = blocks ? 2 : 1;
  return [
    `out=$("$2" "$3" hook "$1"); s=$?`,
    `[ $s = 0 ] || { echo "gatehouse: no decision (exit $s); see: gatehouse doctor $1" >&2; exit ${exit}; }`,
    `printf %s "$out"`,
  ].join("; ");
}

/**
 * The command line that an agent's settings hold. It means the same in every shell that an agent may start: `/bin/sh` runs it,
 * and paths are arguments, never part of the script.
 */
export function hookCommandLine(agent: string, { node, binary, blocks }: HookLine): string {
  const words = ["/bin/sh", "-c", script(blocks), MARK, agent, node, binary];
  return words.map((word) => quoted(word)).join(" ");
}

/** A line of ours, taken apart; undefined: the line is another's. */
export interface InstalledLine extends Launcher {
  readonly agent: string;
}

/** Reads a command line that `hookCommandLine` has made, of this version or another. */
export function readHookCommandLine(line: string): InstalledLine | undefined {
  const words = unquoted(line);
  const at = words.indexOf(MARK);
  const [agent, node, binary] = at < 0 ? [] : words.slice(at + 1);
  return agent === undefined || node === undefined || binary === undefined
    ? undefined
    : { agent, node, binary };
}

/** A word that every POSIX shell, and fish, reads as itself. */
function quoted(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'"'"'`)}'`;
}

/** The words of a line with quotes; escapes outside of them are not ours, and end nothing. */
function unquoted(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (const one of line) {
    if (quote !== "") {
      if (one === quote) quote = "";
      else word = (word ?? "") + one;
    } else if (one === "'" || one === '"') {
      quote = one;
      word ??= "";
    } else if (one === " ") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + one;
  }
  return word === undefined ? words : [...words, word];
}
