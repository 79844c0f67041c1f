import { splitCommands } from "../src/split-commands.js";

/** One command of a shell line. Quotes are removed, nothing is expanded. */
interface LineCommand {
  /** What is run: its first word behind assignments; empty where the line only assigns. */
  readonly executable: string;
  /** The words behind it. */
  readonly args: readonly string[];
  /** Assignments before it. */
  readonly env: readonly (readonly [name: string, value: string])[];
  /** What is between this command and the next; absent for the last. */
  readonly operator?: string;
  /** What runs in the end, behind runners such as `uv run`, `npx` and `python -m`. */
  readonly program: string;
}

/** The commands of a shell line, in order, and whether nothing in it is known to a shell alone. */
export interface CommandLine {
  readonly commands: readonly LineCommand[];
  /** False where it holds substitutions, expansions, groups or here-documents: there may be other commands. */
  readonly isPlain: boolean;
}

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;
/** Programs whose next word is the program: what they run counts. */
const runners: Readonly<Record<string, string>> = {
  uv: "run",
  poetry: "run",
  pipenv: "run",
  pnpm: "exec",
  bundle: "exec",
  python: "-m",
  python3: "-m",
};
const direct: ReadonlySet<string> = new Set([
  "npx",
  "bunx",
  "sudo",
  "env",
  "command",
  "exec",
  "nohup",
  "time",
]);

/**
 * The commands of a shell line, for handlers that look at one. It only splits: what must not happen is said with `Command`, which also
 * looks at the line as it is, or with a policy over facts.
 */
export function commandsIn(line: string): CommandLine {
  const { parts, isPlain } = splitCommands(line);
  const commands = parts.map(({ words, operator }, at): LineCommand => {
    const from = words.findIndex((word) => !assignment.test(word));
    const [executable = "", ...args] = from === -1 ? [] : words.slice(from);
    const env = (from === -1 ? words : words.slice(0, from)).flatMap(
      (word): readonly (readonly [string, string])[] => {
        const [, name = "", value = ""] = assignment.exec(word) ?? [];
        return [[name, value]];
      },
    );
    const isLast = at === parts.length - 1;
    return {
      executable,
      args,
      env,
      program: programOf(executable, args),
      ...(isLast || operator === "" ? {} : { operator }),
    };
  });
  return { commands, isPlain };
}

function programOf(executable: string, args: readonly string[]): string {
  const [next = "", ...rest] = args;
  if (Object.hasOwn(runners, executable) && next === runners[executable])
    return programOf(rest[0] ?? "", rest.slice(1));
  if (direct.has(executable) && next !== "" && !next.startsWith("-")) return programOf(next, rest);
  return executable;
}
