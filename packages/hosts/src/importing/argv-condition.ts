import { regexLiteral } from "./re2-regex.js";

/** The alternatives of each argument that a command begins with, the program first. */
export type ArgvPattern = readonly (readonly string[])[];

const PLAIN = /^[\w@%+:,./-][\w@%+=:,./-]*$/;
/** What the shell would not run as a program where it begins a command. */
const RESERVED: ReadonlySet<string> = new Set(
  "if then else elif fi for while until do done case esac in function select time coproc".split(" "),
);

/** A literal of the condition language. */
export function conditionLiteral(text: string): string {
  return JSON.stringify(text);
}

/**
 * A condition over derived facts: the call runs a command that begins with these arguments, however it is spelled, and
 * whatever runs it. A program is compared by its last segment, unless the pattern has a path.
 */
export function runsCommand(pattern: ArgvPattern): string {
  const [programs = [], ...rest] = pattern;
  const names = programs.filter((name) => !name.includes("/"));
  const paths = programs.filter((name) => name.includes("/"));
  const program = [
    ...(names.length > 0 ? [isOneOf("c.program", names)] : []),
    ...(paths.length > 0 ? [isOneOf("c.name", paths)] : []),
  ];
  const tests = [
    program.length > 1 ? `(${program.join(" || ")})` : program.join(""),
    ...rest.map((words, index) => isOneOf(`c.args[${index}]`, words)),
  ];
  return `facts.commands.any(c, ${tests.join(" && ")})`;
}

/**
 * A condition over the text: the call is one command that begins with these arguments, in words that the shell takes as they
 * are. `null` where a word of the pattern is none.
 */
export function isPlainCommand(pattern: ArgvPattern): string | null {
  const [programs = []] = pattern;
  if (programs.some((name) => name.includes("=") || RESERVED.has(name))) return null;
  if (!pattern.flat().every((word) => PLAIN.test(word))) return null;
  const words = pattern.map((alternatives) => {
    const escaped = alternatives.map(regexLiteral);
    return escaped.length === 1 ? escaped.join("") : `(?:${escaped.join("|")})`;
  });
  const regex = `^${words.join(" +")}(?: +[\\w@%+=:,./-]+)*$`;
  return regex.length > 1_000
    ? null
    : `tool.kind == "shell" && params.command.matches(${conditionLiteral(regex)})`;
}

/** The command line that gives a program exactly these arguments. */
export function quoteArgv(argv: readonly string[]): string {
  return argv
    .map((word, index) => {
      const isPlain = PLAIN.test(word) && (index > 0 || !(word.includes("=") || RESERVED.has(word)));
      return isPlain ? word : `'${word.replaceAll("'", `'\\''`)}'`;
    })
    .join(" ");
}

function isOneOf(path: string, words: readonly string[]): string {
  const [first = ""] = words;
  return words.length === 1
    ? `${path} == ${conditionLiteral(first)}`
    : `${path} in [${words.map(conditionLiteral).join(", ")}]`;
}
