import { type Launcher } from "./launcher.js";
import { LOADERS } from "./loaders.table.js";
import { anyShellWord, unquotedWords } from "./shell-word.js";

/** What an installed line is for. */
interface HookLine {
  /** The script that it starts, absolute. */
  readonly file: string;
  /** The event is before an action: where nothing could be run, the line tells the agent to block it. */
  readonly blocks: boolean;
}

/** The name of the script, and the name that a whole line runs under; by it a line of ours is recognised, wherever it is. */
const MARK = "gatehouse-hook";

/**
 * The command line that an agent's settings hold. It means the same in every shell that an agent may start: `/bin/sh` runs it, and paths are
 * arguments, never part of the script. Exit 2 with something on stderr blocks in every agent that has hooks of this kind, and the line ends
 * so unless the script has answered: also where the script is not there, was emptied, or is cut. Where a block would be wrong, 1 is an error
 * that the user sees and the agent goes on. Agents show this line to the model, so it is short.
 */
export function hookCommandLine(agent: string, { file, blocks }: HookLine): string {
  const script = `trap "echo gatehouse: no decision, so this is blocked >&2; exit 2" 0; . "$0"`;
  const words = blocks ? ["/bin/sh", "-c", script, file, agent] : ["/bin/sh", file, agent];
  const line = words.map((word) => anyShellWord(word)).join(" ");
  return blocks ? line : `${line} || exit 1`;
}

/** A line that needs no script beside it, to be copied by hand. It does not ask the daemon. */
export function wholeCommandLine(
  agent: string,
  { node, binary, blocks }: Pick<Launcher, "node" | "binary"> & Pick<HookLine, "blocks">,
): string {
  const failed = `{ echo "gatehouse: no decision (exit $s); see: gatehouse doctor $1" >&2; exit ${blocks ? 2 : 1}; }`;
  const script = [
    `unset ${LOADERS.join(" ")}`,
    `out=$("$2" "$3" hook "$1"); s=$?`,
    `[ $s = 0 ] || ${failed}`,
    `printf %s "$out"`,
  ].join("; ");
  return ["/bin/sh", "-c", script, MARK, agent, node, binary].map((word) => anyShellWord(word)).join(" ");
}

/** A line of ours, taken apart. */
export interface InstalledLine {
  readonly agent: string;
  /** The script that it starts; absent: it is a whole line, as earlier versions have installed. */
  readonly file?: string;
  /** What a whole line starts. */
  readonly launcher?: Launcher;
}

/** Reads a command line that `init` has installed, of this version or another; undefined: the line is another's. */
export function readHookCommandLine(line: string): InstalledLine | undefined {
  const words = unquotedWords(line);
  if (words[0] !== "/bin/sh") return undefined;
  const at = words.findIndex((word) => word === MARK || (word.startsWith("/") && word.endsWith(`/${MARK}`)));
  const [mark, agent, node, binary, socket] = at < 0 ? [] : words.slice(at);
  if (mark === undefined || agent === undefined) return undefined;
  if (mark !== MARK) return { agent, file: mark };
  if (node === undefined || binary === undefined) return undefined;
  return { agent, launcher: { node, binary, ...(socket === undefined ? {} : { socket }) } };
}
