import { UsageError } from "./errors.js";

const LISTS: ReadonlySet<string> = new Set(["--policies", "--enforced"]);
/** Endings of policy files that no document has. */
const POLICY_FILE = /\.(?:ya?ml|md)$/i;

/** Whether a word that should be a document is the name of a policy file. */
export function looksLikePolicies(word: string): boolean {
  return POLICY_FILE.test(word);
}

/** What the command line knows. */
export interface KnownWords {
  /** How many words a command takes without an option, `Infinity` where they are paths; undefined for what is not a command. */
  readonly wordsOf: (command: string) => number | undefined;
  /** The options before the command that have a value. */
  readonly valued: ReadonlySet<string>;
}

/**
 * A command line with one value behind each `--policies` and `--enforced`. Several words behind one were their values once: they still are
 * where nothing else can be meant, and are refused where the command takes words of its own.
 *
 * @throws UsageError where a word could be a policy file or the command's own
 */
export function withSinglePolicies(
  args: readonly string[],
  { wordsOf, valued }: KnownWords,
): readonly string[] {
  const written: string[] = [];
  let words: number | undefined;
  const rows = args.includes("--jsonl");
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--") return [...written, ...args.slice(at)];
    written.push(arg);
    if (!LISTS.has(arg)) {
      if (words !== undefined) continue;
      words = wordsOf(arg);
      // The value of an option is no command, whatever it is called.
      if (valued.has(arg) && at + 1 < args.length) written.push(args[++at] ?? "");
      continue;
    }
    const following = valuesAfter(args, at + 1);
    const [value, ...more] = following;
    if (value === undefined) continue;
    at++;
    written.push(value);
    // Before the command, the next word is the command.
    if (words === undefined || more.length === 0) continue;
    at += more.length;
    const meant = meantBy(arg, more, words, rows);
    if (meant === null) throw severalWords(arg, following);
    written.push(...meant);
  }
  return written;
}

/** More words behind an option's value: its values, or the command's own; null where that is not clear. */
function meantBy(
  option: string,
  more: readonly string[],
  words: number,
  rows: boolean,
): readonly string[] | null {
  // With rows, the documents come on standard input.
  if (words === 0 || (rows && words !== Infinity)) return more.flatMap((word) => [option, word]);
  return more.length <= words && words !== Infinity && !more.some(looksLikePolicies) ? more : null;
}

/** The words from here to the next option. */
function valuesAfter(args: readonly string[], from: number): readonly string[] {
  const end = args.findIndex((arg, at) => at >= from && arg.startsWith("-"));
  return args.slice(from, end === -1 ? args.length : end);
}

function severalWords(option: string, words: readonly string[]): UsageError {
  return new UsageError(
    `${option} takes one path, and ${words.length} words follow it`,
    `give it for each path: ${words.map((word) => `${option} ${word}`).join(" ")}; what the command takes itself comes before`,
  );
}
