import { createHash } from "node:crypto";

import { Command } from "./conditions.js";
import type { Hook } from "./hook.js";
import { hookOptions, type HookOptions, on } from "./on.js";
import { checkOptions, isWords, type OptionCheck, type OptionChecks, shown } from "./read-options.js";

/** The options of `blockCommand`. */
export interface BlockCommandOptions extends HookOptions {
  /** Why: the agent reads `BLOCKED: {reason}.`. */
  readonly reason: string;
  /** What to do instead; it follows the reason. */
  readonly hint?: string;
}

/** The options of `warnCommand`. */
export interface WarnCommandOptions extends HookOptions {
  /** What the agent is told. */
  readonly message: string;
}

const blockOptions: OptionChecks<BlockCommandOptions> = { ...hookOptions, reason: isWords, hint: isWords };
const warnOptions: OptionChecks<WarnCommandOptions> = { ...hookOptions, message: isWords };

/**
 * The pattern of a command's words: `*` is any word, `a|b` one of several, and between them is white space.
 *
 * @example
 * ```ts
 * wordsPattern(["git", "stash|reset", "*"]); // git\s+(?:stash|reset)\s+\S+
 * ```
 */
export function wordsPattern(words: readonly string[]): string {
  return words.map(wordPattern).join(String.raw`\s+`);
}

function wordPattern(word: string): string {
  const parts = word.split("|").map((part) => {
    if (part === "*") return String.raw`\S+`;
    return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, (char) => (char === "*" ? String.raw`\S*` : `\\${char}`));
  });
  return parts.length === 1 ? parts.join("") : `(?:${parts.join("|")})`;
}

/**
 * A hook that denies a shell command (see `Command`), at `PreToolUse`, at each attempt.
 *
 * @throws TypeError without a reason or a command, and for an option that is not known or has a wrong value.
 */
export function blockCommand(command: string | readonly string[], options: BlockCommandOptions): Hook {
  const { reason, hint, ...rest } = read("blockCommand", command, options, blockOptions, "reason");
  const text = `BLOCKED: ${sentence(reason)}${hint === undefined ? "" : ` ${sentence(hint)}`}`;
  return ruleHook("block-command", command, rest, { kind: "deny", reason: text }, "PreToolUse");
}

/**
 * A hook that warns of a shell command (see `Command`), by default once it ran (`PostToolUse`).
 *
 * @throws TypeError without a message or a command, and for an option that is not known or has a wrong value.
 */
export function warnCommand(command: string | readonly string[], options: WarnCommandOptions): Hook {
  const { message, ...rest } = read("warnCommand", command, options, warnOptions, "message");
  const hook = ruleHook(
    "warn-command",
    command,
    { onFailure: "warn", ...rest },
    { kind: "warn", reason: message },
    "PostToolUse",
  );
  return Object.freeze({ ...hook, advisory: true });
}

function ruleHook(
  name: string,
  command: string | readonly string[],
  options: HookOptions,
  verdict: { readonly kind: "deny" | "warn"; readonly reason: string },
  event: string,
): Hook {
  const pattern = typeof command === "string" ? command : wordsPattern(command);
  const hash = createHash("sha256").update(pattern).digest("hex").slice(0, 8);
  const { events = event, onlyIf = [], ...own } = options;
  return on(
    events,
    { ...own, id: options.id ?? `${name}-${hash}`, onlyIf: [Command(pattern), ...onlyIf] },
    () => verdict,
  );
}

/** Of words as of a pattern, none would be every command. */
const isCommand: OptionCheck = (value) =>
  isWords(value) === undefined ||
  (Array.isArray(value) && value.length > 0 && value.every((one) => isWords(one) === undefined))
    ? undefined
    : "a pattern, or a list of words";

function read<Options extends object>(
  who: string,
  command: unknown,
  options: Options,
  checks: OptionChecks<Options>,
  needed: keyof Options & string,
): Options {
  const problem = isCommand(command);
  if (problem !== undefined)
    throw new TypeError(`\`${who}\`: expected its command to be ${problem}, got ${shown(command)}`);
  const name = `\`${who}(${JSON.stringify(command).slice(0, 60)})\``;
  checkOptions(name, options, checks);
  if (options[needed] === undefined) throw new TypeError(`${name}: it has no \`${needed}\``);
  return options;
}

/** With one full stop. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
