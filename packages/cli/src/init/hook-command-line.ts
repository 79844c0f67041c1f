/** What the command line of a hook starts. */
export interface Launcher {
  /** The absolute path of Node. */
  readonly node: string;
  /** The absolute path of Gatehouse's own file. */
  readonly binary: string;
  /** The absolute path of the daemon's socket, where the line asks the daemon first. */
  readonly socket?: string;
}

/** What the installed line is for. */
export interface HookLine extends Launcher {
  /** The event is before an action: where nothing could be run, the line tells the agent to block it. */
  readonly blocks: boolean;
}

/** The name that the script runs under; by it an entry of ours is recognised, wherever the program is. */
const MARK = "gatehouse-hook";

/** Seconds that the daemon may take; the hook decides without it in what is left of the agent's time. */
const DAEMON_SECONDS = 22;

/**
 * Runs the hook, and passes on what it printed only if it ended well: an agent takes the output of a hook that died half-way for an
 * answer, and most run the tool at every exit code but 2. Exit 2 with something on stderr blocks in every agent that has hooks of this
 * kind; where a block would be wrong, 1 is an error that the user sees and the agent goes on.
 *
 * A script has only double quotes, because the agent's shell gets it in single ones. `$1` is the agent, `$2` Node, `$3` the program,
 * `$4`, where there is one, the daemon's socket: asking it costs a fraction of starting Node. Standard input can be read only once, so
 * the payload is in a variable. A socket of another user is not asked, and a folder with control characters, which a header
 * cannot name, is left to Node.
 */
function script(blocks: boolean, asks: boolean): string {
  const exit = blocks ? 2 : 1;
  const failed = `{ echo "gatehouse: no decision (exit $s); see: gatehouse doctor $1" >&2; exit ${exit}; }`;
  if (!asks)
    return [`out=$("$2" "$3" hook "$1"); s=$?`, `[ $s = 0 ] || ${failed}`, `printf %s "$out"`].join("; ");
  return [
    `p=$(cat); s=1`,
    `h="x-gatehouse-cwd: $PWD"`,
    `[ -z "$CLAUDE_PROJECT_DIR$GEMINI_PROJECT_DIR" ] || h="x-gatehouse-project: \${CLAUDE_PROJECT_DIR:-$GEMINI_PROJECT_DIR}"`,
    `if [ -S "$4" ] && [ -O "$4" ]; then case "$h" in *[[:cntrl:]]*) ;; *) ` +
      `out=$(printf %s "$p" | curl -sf --max-time ${DAEMON_SECONDS} -H Expect: -H "$h" --unix-socket "$4" --data-binary @- "http://gatehouse/hook/$1"); s=$? ;; esac; fi`,
    `[ $s = 0 ] || { out=$(printf %s "$p" | "$2" "$3" hook "$1" --daemon auto); s=$?; }`,
    `[ $s = 0 ] || ${failed}`,
    `printf %s "$out"`,
  ].join("; ");
}

/**
 * The command line that an agent's settings hold. It means the same in every shell that an agent may start: `/bin/sh` runs it,
 * and paths are arguments, never part of the script.
 */
export function hookCommandLine(agent: string, { node, binary, blocks, socket }: HookLine): string {
  const words = ["/bin/sh", "-c", script(blocks, socket !== undefined), MARK, agent, node, binary];
  if (socket !== undefined) words.push(socket);
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
  const [agent, node, binary, socket] = at < 0 ? [] : words.slice(at + 1);
  return agent === undefined || node === undefined || binary === undefined
    ? undefined
    : { agent, node, binary, ...(socket === undefined ? {} : { socket }) };
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
