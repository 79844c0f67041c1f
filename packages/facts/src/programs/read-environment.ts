import { type Alternatives, type Field, hole, joinFields, literalOf } from "@gatehouse-hooks/shell";
import { applyRegistry } from "./apply-address.js";
import { parseArguments } from "./parse-arguments.js";
import type { ProgramCall } from "./program-call.js";
import { runContent, runFile } from "./run-content.js";

/** Variables of the environment that change what the program does, each by its role. */
export function readEnvironment(context: ProgramCall): void {
  for (const { name, role } of context.program.variables) {
    const values = context.world.exported(name);
    if (values === null) continue;
    switch (role) {
      case "code":
      case "command":
      case "pipe":
        runContent(context, values.map(commandOf[role]), {
          lang: "sh",
          via: `${context.name} $${name}`,
          index: -1,
          from: "inline",
          // A pager, an editor and a filter are given text that the program makes.
          input: [hole()],
        });
        break;
      case "read":
      case "unpack":
      case "script":
      case "trace":
        for (const value of values) useFile(context, name, role, value);
        break;
      case "options":
        addOptions(context, name, values);
        break;
      case "git-config-count":
        addCountedConfig(context, values);
        break;
      case "git-config":
        addConfig(context, name, values);
        break;
      case "hooks":
        skipHooks(context, values, name);
        break;
      default:
        useOther(context, name, role, values);
    }
  }
}

/** Where packages come from, or what no role says. */
function useOther(context: ProgramCall, name: string, role: string, values: Alternatives): void {
  if (role === "registry") for (const value of values) applyRegistry(context, value, 0);
  context.unknown("environment", name, context.call.span);
}

type FileRole = "read" | "unpack" | "script" | "trace";

function useFile(context: ProgramCall, name: string, role: FileRole, value: Field): void {
  const what = `$${name}`;
  if (role === "read") context.path("reads", value, 0, what);
  else if (role === "unpack") context.path("writes", value, 0, what, { tree: true });
  else if (role === "trace") addTrace(context, name, value);
  else runFile(context, value, 0, { lang: "sh", via: what, index: 0, from: "file" });
}

/** A file to which is added, or a folder in which files are made; `1` and `true` are no paths. */
function addTrace(context: ProgramCall, name: string, value: Field): void {
  const text = literalOf(value)?.replace(/^af_unix:(?:stream:|dgram:)?/, "");
  if (text !== undefined && !text.startsWith("/")) return;
  context.path("writes", text ?? value, 0, `$${name}`, { append: true, tree: name.startsWith("GIT_TRACE2") });
}

/** Subcommands of git that run the project's hooks. */
const HOOKED: ReadonlySet<string> = new Set("commit push merge rebase am cherry-pick revert pull".split(" "));

/** Variables with which programs that keep hooks skip some or all of them. */
function skipHooks(context: ProgramCall, values: Alternatives, name: string): void {
  if (!HOOKED.has(context.sub) || values.every((one) => one === "")) return;
  if (/^(?:HUSKY|LEFTHOOK)$/.test(name) && values.every((one) => literalOf(one) === "1")) return;
  context.action("git.no-verify", name, context.call.span);
}

const whole = (value: Field): Field => value;
const commandOf = { code: whole, command: whole, pipe: withoutBars };

/** `|cmd %s`, `||-cmd %s` of `LESSOPEN`. */
function withoutBars(value: Field): Field {
  return typeof value === "string" ? value.replace(/^\|{1,2}-?/, "") : value;
}

/** As if they were before the options of the command line. */
function addOptions(context: ProgramCall, name: string, values: Alternatives): void {
  for (const value of values) {
    const text = literalOf(value);
    if (text === null) {
      context.unknown("environment", name, context.call.span);
      continue;
    }
    const parsed = parseArguments(context.usage, wordsOf(text), 0, false);
    for (const one of parsed.unknown)
      context.unknown("unknown-option", `${context.name} ${one.text}`, context.call.span);
    context.given = [...parsed.given.map((one) => ({ ...one, index: 0 })), ...context.given];
    if (parsed.operands.length > 0) context.unknown("environment", name, context.call.span);
  }
}

/** The most settings that are counted in the environment. */
const MAX_SETTINGS = 64;

/** `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=key GIT_CONFIG_VALUE_0=value`: as `git -c key=value`. */
function addCountedConfig(context: ProgramCall, counts: Alternatives): void {
  const count = Math.max(...counts.map((one) => Number(literalOf(one) ?? Number.NaN)));
  if (!Number.isInteger(count) || count > MAX_SETTINGS)
    context.unknown("environment", "GIT_CONFIG_COUNT", context.call.span);
  for (let i = 0; i < (Number.isInteger(count) ? Math.min(count, MAX_SETTINGS) : 8); i++) {
    const keys = context.world.exported(`GIT_CONFIG_KEY_${i}`) ?? [];
    const values = context.world.exported(`GIT_CONFIG_VALUE_${i}`) ?? [""];
    for (const key of keys)
      for (const value of values) addSetting(context, joinFields(joinFields(key, "="), value));
  }
}

/** `'key=value' 'key'='value'` of `GIT_CONFIG_PARAMETERS`. */
function addConfig(context: ProgramCall, name: string, values: Alternatives): void {
  for (const value of values) {
    const text = literalOf(value);
    if (text === null) context.unknown("environment", name, context.call.span);
    else for (const word of wordsOf(text)) addSetting(context, word);
  }
}

function addSetting(context: ProgramCall, value: Field): void {
  const option = context.program.usage.options.get("-c");
  if (option === undefined) return;
  context.given = [{ option, name: "-c", negated: false, value, index: 0 }, ...context.given];
}

/** Words with blanks between; quotes and backslashes as a shell has them, but nothing is expanded. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/gs))
    words.push(
      word.replace(
        /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
        (_, double?: string, single?: string, one?: string) =>
          double?.replace(/\\(.)/gs, "$1") ?? single ?? one ?? "",
      ),
    );
  return words;
}
