import {
  type Alternatives,
  type ShellCall,
  type Field,
  type World,
  hole,
  joinFields,
  literalOf,
  showField,
  slashField,
  uniteAlternatives,
} from "@gatehouse-hooks/shell";
import { isOwnCommand } from "@gatehouse-hooks/languages";
import { filterText } from "./filter-text.js";
import { runKnownAlias } from "./programs/git-alias.js";
import { HANDLERS } from "./handlers/handlers.js";
import { applyUsage } from "./programs/apply-usage.js";
import { readEnvironment } from "./programs/read-environment.js";
import { ProgramCall, type FactReading } from "./programs/program-call.js";
import type { CompiledProgram, CompiledUsage, CompiledVerbs } from "./programs/compile-usage.js";
import {
  type GivenOption,
  type Operand,
  type ParsedArguments,
  parseArguments,
} from "./programs/parse-arguments.js";
import { addCode } from "./programs/add-code.js";
import { runContent } from "./programs/run-content.js";
import { runGuessed } from "./programs/run-guessed.js";
import { bareContext } from "./bare-context.js";
import { readBuiltin } from "./read-builtin.js";
import { readLinks } from "./read-links.js";
import { askForCode, askForScript } from "./ask-script.js";
import { recordCommand } from "./record-command.js";

const NOTHING: Alternatives = [""];
const SOMETHING: Alternatives = [hole()];

/** Directories whose programs are the system's. */
const SYSTEM =
  /^\/[a-z]\/(?:windows|program files(?: \(x86\))?)\/|^\/mnt\/c\/windows\/|^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$|^\/opt\/homebrew\/s?bin\/[^/]+$|^\/snap\/bin\/[^/]+$/i;

/** Builtins of the shell that do nothing beyond it, and take any argument. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...": true false cd pushd popd declare typeset local export readonly unset trap echo printf pwd read mapfile".split(
    " ",
  ),
  ..."readarray set shift shopt let getopts exit logout return break continue test [ type hash wait jobs umask".split(
    " ",
  ),
  ..."ulimit times dirs help bg fg disown suspend unalias alias caller complete compgen compopt bind enable".split(
    " ",
  ),
]);

/** Makes the facts of one command that may run. Returns what it prints. */
export function readCall(reading: FactReading, call: ShellCall, world: World): Alternatives {
  const [word = ""] = call.fields;
  const name = literalOf(slashField(word));
  if (name === null) {
    recordCommand(reading, call, null, showField(word), null, "", [], []);
    reading.lists.addUnknown("dynamic-command", showField(word), call.spans[0] ?? call.span);
    return SOMETHING;
  }
  const base = baseOf(reading, name, call.dialect);
  if (call.builtin) {
    readBuiltin(reading, call, world, base);
    return NOTHING;
  }
  // The parser has put the names that are written: this one is a value.
  if ((call.dialect === "powershell" || call.dialect === "cmd") && runsOwn(call, call.dialect, world, name))
    return SOMETHING;
  const programs = reading.programs(base);
  const isPath = name.includes("/");
  if (programs.length === 0) return readUnlisted(reading, call, world, name, base);
  if (isPath) runPath(reading, call, world, name);
  const [first, ...more] = programs;
  let output = first === undefined ? SOMETHING : readProgram(contextOf(reading, call, world, first, base));
  // Tables add to each other: what any of them says may happen. Only the first says what files hold afterwards.
  for (const program of more) {
    const others: World = { ...world, setFile: () => undefined, removeFile: () => undefined };
    output = uniteAlternatives(output, readProgram(contextOf(reading, call, others, program, base)));
  }
  return output;
}

/** A program that no table has. */
function readUnlisted(
  reading: FactReading,
  call: ShellCall,
  world: World,
  name: string,
  base: string,
): Alternatives {
  if (call.dialect === "cmd" && IN_FOLDER.test(name))
    return readUnlisted(reading, call, world, `./${name}`, base);
  const isPath = name.includes("/");
  // Outside of a shell `echo` and its like are programs that do as little.
  recordCommand(reading, call, base, name, null, "", [], null);
  if (isPath && runPath(reading, call, world, name)) {
    runGuessed(bareContext(reading, call, world, base), false);
    return SOMETHING;
  }
  // Where names of files fold, `RM` is `rm`; where no platform is named, it may be.
  const small = base.toLowerCase();
  if (reading.around.mayFold && small !== base && reading.programs(small).length > 0)
    world.command([small, ...call.fields.slice(1)], call.spans, call.offsets, {
      via: base,
      span: call.span,
      maybe: !reading.around.folds,
    });
  if (!HARMLESS.has(base) || isPath) {
    reading.lists.addUnknown("unknown-program", base, call.spans[0] ?? call.span);
    runGuessed(bareContext(reading, call, world, base), false);
  }
  return SOMETHING;
}

/** A command of the shell itself whose name is only a value: `& $name a`, `%NAME% a`. */
function runsOwn(call: ShellCall, dialect: "powershell" | "cmd", world: World, name: string): boolean {
  if (!isOwnCommand(dialect, name) || call.via.length > MOST_ALIASES) return false;
  const words = call.fields.slice(1).map((one): Field => {
    const text = literalOf(one);
    if (text === null || /^[-/][A-Za-z]\w*$/.test(text)) return one;
    return dialect === "cmd" ? `"${text.replaceAll('"', "")}"` : `'${text.replaceAll("'", "''")}'`;
  });
  const code = words.reduce<Field>((all, one) => joinFields(joinFields(all, " "), one), name);
  world.code(code, { via: name, dialect, maybe: call.maybe, span: call.span });
  return true;
}

const MOST_ALIASES = 8;

/** What `cmd` looks for in the folder that it is in before anywhere else. */
const IN_FOLDER = /^[^/]+\.(?:exe|com|cmd|bat)$/i;

/** A verb and a noun. */
const CMDLET = /^[A-Z][A-Za-z]*-[A-Z]\w*$/;

/**
 * The last segment of a program's path; without the end that names of programs have in Windows, where that alone has a row. The commands
 * of PowerShell are as their rows are: case does not count.
 */
function baseOf(reading: FactReading, name: string, dialect: ShellCall["dialect"]): string {
  const base = name.slice(name.lastIndexOf("/") + 1);
  if (dialect === "powershell" && CMDLET.test(base) && reading.programs(base).length === 0)
    return reading.spelled(base);
  if (!base.includes(".")) return base;
  const short = /^(.+)\.(?:exe|com|cmd|bat)$/i.exec(base)?.[1]?.toLowerCase();
  if (short === undefined || reading.programs(base).length > 0) return base;
  return reading.programs(short).length > 0 ? short : base;
}

function readProgram(context: ProgramCall): Alternatives {
  const { reading, call, world, usage, name } = context;
  recordCommand(
    reading,
    call,
    name,
    literalOf(call.fields[0] ?? "") ?? name,
    context,
    context.sub,
    context.given,
    context.operands.map(({ field }) => field),
  );
  readEnvironment(context);
  if (name === "git" && context.sub === "") runKnownAlias(context);
  world.spend(call.fields.length * 16);
  if (usage.handler !== null) return filterText(context, HANDLERS[usage.handler](context));
  if (usage.verbs !== null && readVerbs(context)) return SOMETHING;
  const output = applyUsage(context);
  readLinks(context);
  return filterText(context, output);
}

/** Reads options and subcommands down to the usage that applies. */
function contextOf(
  reading: FactReading,
  call: ShellCall,
  world: World,
  program: CompiledProgram,
  name: string,
): ProgramCall {
  let { usage } = program;
  let from = 1;
  const given: GivenOption[] = [];
  const words: string[] = [];
  let parsed: ParsedArguments;
  for (;;) {
    const stops = usage.commands !== null || usage.style === "posix" || usage.handler === "docker-run";
    parsed = parseArguments(usage, call.fields, from, stops);
    given.push(...parsed.given);
    const next: CompiledUsage | undefined =
      usage.commands === null ? undefined : subcommand(usage, call.fields[parsed.stop]);
    if (next === undefined) break;
    words.push(literalOf(call.fields[parsed.stop] ?? "") ?? "");
    usage = next;
    from = parsed.stop + 1;
  }
  const context = new ProgramCall(reading, call, world, program, name, parsed);
  context.usage = usage;
  context.given = given;
  context.sub = words.join(" ");
  if (usage.commands !== null) unknownSubcommand(context, usage);
  else if (usage.style === "posix" || usage.handler === "docker-run") {
    const operands = [];
    for (let i = parsed.stop; i < call.fields.length; i++)
      operands.push({ field: call.fields[i] ?? "", index: i });
    context.operands = operands;
  } else context.operands = parsed.operands;
  return context;
}

function subcommand(usage: CompiledUsage, field: Field | undefined): CompiledUsage | undefined {
  const text = field === undefined ? null : literalOf(field);
  return text === null ? undefined : usage.commands?.get(text)?.();
}

/** There are subcommands, and this is none of them: an operand where the usage takes some. */
function unknownSubcommand(context: ProgramCall, usage: CompiledUsage): void {
  const { parsed, call } = context;
  const rest = parseArguments(usage, call.fields, parsed.stop, false);
  context.parsed = {
    ...rest,
    unknown: [...parsed.unknown, ...rest.unknown],
    dynamic: [...parsed.dynamic, ...rest.dynamic],
    asks: parsed.asks || rest.asks,
  };
  context.given = [...context.given, ...rest.given];
  context.operands = rest.operands;
  if (context.operands.length === 0 || usage.base.hasOperands || usage.verbs !== null || context.parsed.asks)
    return;
  const word = showField(call.fields[parsed.stop] ?? "");
  if (context.sub === "")
    askForScript(context, literalOf(call.fields[parsed.stop] ?? "") ?? "", wordsBehind(context));
  const code = literalOf(call.fields[parsed.stop] ?? "") === null ? "dynamic-argument" : "unknown-subcommand";
  context.unknown(
    code,
    `${context.name} ${context.sub === "" ? "" : `${context.sub} `}${word}`,
    context.spanOf(parsed.stop),
  );
}

/** What a script of a package is given that is run by its name: `yarn build --watch`. */
function wordsBehind({ call, parsed }: ProgramCall): readonly string[] {
  return call.fields.slice(parsed.stop + 1).flatMap((one) => literalOf(one) ?? []);
}

/** A tool whose subcommands are told by their form. Returns false when nothing is left to be said. */
function readVerbs(context: ProgramCall): boolean {
  const { verbs } = context.usage;
  const { operands } = context;
  if (verbs === null || context.parsed.asks || operands.length === 0) return false;
  if (asksByWord(verbs, operands)) return true;
  for (let i = verbs.from; i <= verbs.depth && i < operands.length; i++) {
    const operand = operands[i];
    const text = operand === undefined ? null : literalOf(operand.field);
    if (operand === undefined) break;
    if (text === null) {
      context.unknown("dynamic-argument", showField(operand.field), context.spanOf(operand.index));
      return true;
    }
    const found = verbs.of(text);
    if (found === null) continue;
    const target = operands.map(({ field }) => showField(field)).join(" ");
    if (found !== "look") context.action(`${verbs.kind}.${found}`, target, context.call.span);
    if (verbs.publishes(text)) context.action(`${verbs.kind}.publish`, target, context.call.span);
    if (verbs.grants(text)) context.action("access.grant", target, context.call.span);
    context.operands = operands.slice(i + 1);
    applyUsage(context);
    return true;
  }
  const shown = operands
    .slice(0, verbs.depth + 1)
    .map(({ field }) => showField(field))
    .join(" ");
  context.unknown("unknown-subcommand", `${context.name} ${shown}`, context.call.span);
  return true;
}

/** `help` where a verb may be; elsewhere it is the name of something. */
function asksByWord(verbs: CompiledVerbs, operands: readonly Operand[]): boolean {
  const words = verbs.helps ? [operands[0], operands.at(-1)] : [operands[0]];
  return words.some((one) => one !== undefined && literalOf(one.field) === "help");
}

/** A program by its path: outside of the system's directories it is a file that runs. Returns true when it was read. */
function runPath(reading: FactReading, call: ShellCall, world: World, name: string): boolean {
  if (SYSTEM.test(name)) return false;
  const context = bareContext(reading, call, world, name.slice(name.lastIndexOf("/") + 1));
  const path = context.absolute(name);
  const content = path === null ? null : world.file(path);
  if (content !== null) {
    const dialect = /\.ps1$/i.test(name) ? "powershell" : /\.(?:bat|cmd)$/i.test(name) ? "cmd" : null;
    const running = {
      lang: dialect ?? "sh",
      via: name,
      index: 0,
      from: "file",
      arguments: call.fields,
    } as const;
    runContent(context, content, dialect === null ? running : { ...running, dialect });
    return true;
  }
  addCode(context, "file", "binary", path, null, call.spans[0] ?? call.span);
  askForCode(context, name, "binary", call.fields.slice(1));
  reading.lists.addUnknown("opaque-file", name, call.spans[0] ?? call.span);
  return true;
}
