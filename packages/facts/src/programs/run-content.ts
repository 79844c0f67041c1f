import {
  type Alternatives,
  type Dialect,
  type Field,
  hasHole,
  hole,
  literalOf,
  originsOf,
  partsOfField,
  simplify,
} from "@gatehouse-hooks/shell";
import type { CodeSource, PathFact } from "../facts.js";
import { addCode } from "./add-code.js";
import { readSql } from "./read-sql.js";
import { writtenAround } from "./file-content.js";
import { readInlineCode } from "./inline-code.js";
import { askForCode } from "../ask-script.js";
import type { ProgramCall } from "./program-call.js";

/** How code is run. */
export interface Running {
  readonly lang: string;
  /** Added to `via`. */
  readonly via: string;
  readonly index: number;
  /** Where it comes from when nothing says. */
  readonly from: CodeSource;
  /** The shell expands aliases. */
  readonly aliases?: boolean;
  /** Where it runs; default: where the program does. */
  readonly place?: "remote" | "container";
  /** What its standard input holds; default: that of the call. */
  readonly input?: Alternatives;
  readonly arguments?: readonly Field[];
  readonly dialect?: Dialect;
}

const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "powershell", "cmd"]);

/**
 * Content runs as code: of a shell it is read, of other languages it is scanned; where it came from is a fact when that is not
 * the command line itself.
 */
export function runContent(context: ProgramCall, contents: Alternatives, given: Running): void {
  const isTable = given.lang === "crontab";
  const running = isTable ? { ...given, lang: "sh" } : given;
  const span = context.spanOf(running.index);
  for (const content of contents) {
    const maybe = contents.length > 1;
    const known = literalOf(content);
    const origins = originsOf(content);
    for (const origin of origins) {
      if (origin.kind === "network" || origin.kind === "decoded")
        addCode(context, origin.kind, running.lang, null, known, span, maybe);
      if (origin.kind === "file")
        addCode(
          context,
          "file",
          running.lang,
          (origin.file as PathFact | undefined)?.path ?? null,
          known,
          span,
          maybe,
        );
    }
    if (SHELLS.has(running.lang)) {
      if (known === null && origins.length === 0)
        addCode(context, running.from, running.lang, null, null, span, maybe);
      if (known === null && !hasText(content)) {
        context.unknown(
          origins.some((one) => one.kind === "file") ? "opaque-file" : "dynamic-code",
          running.via,
          span,
        );
        continue;
      }
      context.world.code(isTable ? jobsOf(content) : content, {
        via: running.via,
        maybe,
        offset: isTable ? -1 : (context.call.offsets[running.index] ?? -1),
        // Jobs run later, each by itself.
        ...(isTable ? { clean: true, directories: [hole([], "home")] } : {}),
        span,
        ...(running.input === undefined ? {} : { input: { kind: "pipe", content: running.input } }),
        ...(running.place === undefined ? {} : { place: running.place }),
        ...(running.dialect === undefined ? {} : { dialect: running.dialect }),
        ...(running.arguments === undefined ? {} : { arguments: running.arguments }),
        ...(running.aliases === true ? { aliases: true } : {}),
      });
      continue;
    }
    if (known === null) {
      if (origins.length === 0) addCode(context, running.from, running.lang, null, null, span, maybe);
      context.unknown(
        origins.some((one) => one.kind === "file") ? "opaque-file" : "opaque-code",
        running.via,
        span,
      );
    } else if (running.lang === "sql") readSql(context, known, running.index);
    else readInlineCode(context, known, running.lang, running.via, running.index, maybe || hasHole(content));
  }
}

/** When a job runs: five fields, or a word. */
const SCHEDULE = /^[ \t]*(?:@[a-z]+|(?:[^ \t\n#]+[ \t]+){4}[^ \t\n]+)[ \t]+/i;

/** The jobs of a table of `crontab` as code: what is behind `%` is their input. */
function jobsOf(table: Field): Field {
  return simplify(
    partsOfField(table).map((part, at) => {
      if (part.kind !== "text") return part;
      // What is not known before it may have ended its line.
      const isJob = at > 0 && SCHEDULE.test(part.text);
      const lines = part.text.split("\n").map((line, i) => (i > 0 || at === 0 || isJob ? jobOf(line) : line));
      return { ...part, text: (isJob ? "\n" : "") + lines.join("\n") };
    }),
  );
}

function jobOf(line: string): string {
  const schedule = SCHEDULE.exec(line)?.[0];
  if (schedule === undefined) return /^\s*[\w"']+\s*=/.test(line) ? "" : line;
  const [command = "", ...input] = line.slice(schedule.length).split(/(?<!\\)%/);
  const text = (one: string): string => one.replaceAll("\\%", "%");
  if (input.length === 0) return `( ${text(command)}\n)`;
  const given = input.map((one) => text(one).replaceAll("'", "'\\''")).join("\n");
  return `( ${text(command)}\n) <<< '${given}'`;
}

function hasText(content: Field): boolean {
  return typeof content === "string" || content.some((part) => part.kind === "text" && /\S/.test(part.text));
}

/** A file runs: what the text wrote to it is read, of any other nothing is known. */
export function runFile(context: ProgramCall, field: Field, index: number, running: Running): void {
  const what = "script";
  const facts = context.path("reads", field, index, what);
  const path = context.absolute(field);
  const content = (path === null ? null : context.world.file(path)) ?? writtenAround(context, field);
  if (content !== null) {
    runContent(context, content, running);
    return;
  }
  const span = context.spanOf(index);
  for (const fact of facts) addCode(context, "file", running.lang, fact.path, null, span);
  context.unknown("opaque-file", literalOf(field) ?? "script", span);
  const given =
    running.arguments?.slice(1) ??
    context.operands.map((one) => one.field).slice(operandAfter(context, index));
  askForCode(context, field, running.lang, given);
}

/** Where the operands behind an argument begin. */
function operandAfter({ operands }: ProgramCall, index: number): number {
  const at = operands.findIndex((one) => one.index > index);
  return at === -1 ? operands.length : at;
}
