import { matchesCondition, regexLiteral } from "./re2-regex.js";

/** A pattern of command lines, in which `*` is any run of characters, a blank before the last one included. */
export interface CommandPattern {
  readonly text: string;
  /** The command without what stands for the last ` *` is matched, too. */
  readonly isPrefix: boolean;
}

/** What a shell does not take as it is; a word with one of these is not compared with arguments. */
export const SHELL_SYNTAX: RegExp = /[\s;&|<>$`(){}\\"'#!]/;
/** Text that a shell takes as words of one command: plain characters, and quotes that are closed. */
const HARMLESS = String.raw`(?:[^[:cntrl:];&|<>$\x60(){}\\"\x27#!]|"[^[:cntrl:]"$\x60\\]*"|\x27[^[:cntrl:]\x27]*\x27)*`;
/** Any one command without variables of its own. */
const ANY_COMMAND = matchesCondition("params.command", String.raw`^[\w@%+:,./-]+(?: ${HARMLESS})?$`);

/**
 * A condition that holds for every command line that the pattern matches as text, and for other spellings of it: in a
 * list of commands, by a path, with options in another place, run by another program.
 */
export function anySpelling(pattern: CommandPattern): string {
  const literal = pattern.text === "*" ? "true" : textCondition(pattern);
  const words = pattern.text.split(/\s+/).filter((word) => word !== "");
  if (words.some((word) => SHELL_SYNTAX.test(word))) return literal;
  const body = commandBody(words);
  if (body === "") return 'tool.kind == "shell"';
  return `${literal} || facts.commands.any(c, ${body})`;
}

/** The body of `facts.commands.any(c, …)` for any spelling of the words; empty where every command is meant. */
export function commandBody(words: readonly string[]): string {
  const [program = "*", ...rest] = words;
  const isWhole = !words.some((word) => word.includes("*"));
  return [
    ...programTests(program),
    ...rest.flatMap((word, at) => wordTests(word, at, words[at] ?? "")),
    ...(isWhole ? [`c.args.size() == ${rest.length}`] : []),
  ].join(" && ");
}

/**
 * A condition that holds only for command lines that the pattern matches, and that are one command without anything a
 * shell would expand or redirect. `null` where the pattern itself has such characters.
 */
export function oneCommand({ text, isPrefix }: CommandPattern): string | null {
  if (text === "*") return ANY_COMMAND;
  if (!text.includes("*")) return `params.command == ${JSON.stringify(text)}`;
  const isLast = isPrefix && text.endsWith(" *");
  const parts = (isLast ? text.slice(0, -2) : text).split("*");
  if (parts.some((part) => SHELL_SYNTAX.test(part.replaceAll(" ", "")))) return null;
  const regex = parts.map(regexLiteral).join(HARMLESS) + (isLast ? `(?: ${HARMLESS})?` : "");
  return regex.length > 4_000 ? null : matchesCondition("params.command", `^${regex}$`);
}

/** A condition that holds where a call runs no command line, or one that is one command without anything a shell would expand or redirect. */
export const ONE_COMMAND_AT_MOST: string = `(!has(params.command) || ${ANY_COMMAND})`;

/** A condition over the text as it was given. */
export function textCondition({ text }: CommandPattern): string {
  if (!text.includes("*")) return `params.command.trim() == ${JSON.stringify(text.trim())}`;
  const isLast = text.endsWith(" *");
  const body = (isLast ? text.slice(0, -2) : text).split("*").map(regexLiteral).join(".*");
  const isOpen = body.endsWith(".*") && !isLast;
  const start = body.startsWith(".*") ? "(?s)" : String.raw`(?s)^\s*`;
  const end = isOpen ? "" : isLast ? String.raw`(?:\s|$)` : String.raw`\s*$`;
  const trimmed = (isOpen ? body.slice(0, -2) : body).replace(/^\.\*/, "");
  return matchesCondition("params.command", start + trimmed + end);
}

/** A command line that the pattern matches. */
export function exampleCommand({ text }: CommandPattern): string {
  return text === "*" ? "ls" : text.replaceAll("*", "x");
}

/** A command line that the pattern does not match, in no spelling; `null` where it matches every one. */
export function otherCommand({ text }: CommandPattern): string | null {
  const [program = ""] = text.split(" ");
  if (program.includes("*")) return null;
  return ["true", "/bin/true"].includes(program) ? "false" : "true";
}

function programTests(word: string): readonly string[] {
  if (!word.includes("*"))
    return [
      word.includes("/") ? `c.name == ${JSON.stringify(word)}` : `c.program == ${JSON.stringify(word)}`,
    ];
  const [prefix = "", ...rest] = word.split("*");
  const field = prefix.includes("/") ? "c.name" : "c.program";
  return [
    ...(prefix === "" ? [] : [`${field}.startsWith(${JSON.stringify(prefix)})`]),
    ...partsTests(rest, (test) => `(${field}.${test} || c.args.any(a, a.${test}))`),
  ];
}

function wordTests(word: string, at: number, before: string): readonly string[] {
  const literal = JSON.stringify(word);
  if (word.includes("*")) {
    const [prefix = "", ...rest] = word.split("*");
    const anywhere = (test: string): string => `c.args.any(a, a.${test})`;
    return [
      ...(prefix === "" ? [] : [anywhere(`startsWith(${JSON.stringify(prefix)})`)]),
      ...partsTests(rest, anywhere),
    ];
  }
  if (/^-[A-Za-z]{2,}$/.test(word)) {
    const letters = Array.from(word.slice(1), (letter) => `"-${letter}" in c.flags`);
    return [`(${literal} in c.args || ${letters.join(" && ")})`];
  }
  if (word.startsWith("-")) return [`(${literal} in c.flags || ${literal} in c.args)`];
  if (at === 0 && !before.includes("*")) return [argumentTest(word)];
  return [`${literal} in c.args`];
}

/** That a word is the first argument of the command `c`, or its subcommand, options before it or not. */
export function argumentTest(word: string): string {
  const literal = JSON.stringify(word);
  return `(c.args[0] == ${literal} || c.sub == ${literal} || c.sub.startsWith(${JSON.stringify(`${word} `)}))`;
}

/** Tests of what is between and behind the stars of a word: the stars may stand for blanks. */
function partsTests(parts: readonly string[], anywhere: (test: string) => string): readonly string[] {
  return parts.flatMap((part, at) => {
    if (part === "") return [];
    const method = at === parts.length - 1 ? "endsWith" : "includes";
    return [anywhere(`${method}(${JSON.stringify(part)})`)];
  });
}
