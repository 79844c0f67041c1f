import {
  type Alternatives,
  type Field,
  hole,
  joinFields,
  literalOf,
  originsOf,
  resolvePath,
  showField,
} from "@gatehouse-hooks/shell";
import type { ProgramCall } from "../programs/program-call.js";
import { readPath } from "../programs/read-path.js";
import { replaced } from "./xargs.js";

/** Options of GNU parallel that take the next word, unless `=` gives it. */
const WITH_VALUE =
  /^(?:-[jnNLSapPIdCrE]|--(?:jobs|max-args|max-replace-args|max-lines|arg-file|arg-sep|sshlogin|delay|timeout|retries|joblog|results|colsep|workdir|wd|tmpdir|halt|max-procs|load|nice|memfree|shuf-file|env|basefile|return|delimiter|block|recstart|recend|tagstring|termseq|sshloginfile|slf|shell|profile|trc|transferfile|rpl|memsuspend))$/;
/** Options that take nothing, and change nothing of what runs. */
const PLAIN =
  /^(?:-[0kvtxu]+|--(?:keep-order|verbose|eta|bar|progress|lb|line-buffer|linebuffer|ungroup|group|tag|null|no-notice|will-cite|bg|fg|no-run-if-empty|shuf|files|plain|halt-on-error|resume|resume-failed|compress|gnu|exit))$/;
const MARKS: ReadonlySet<string> = new Set([":::", "::::", ":::+", "::::+"]);
/** The most combinations that are run one by one. */
const MAX_RUNS = 128;

/** An item as the code of a command names it. */
const ITEM: Field = [{ kind: "text", text: '"$1"', from: [] }];
/** And a part of it. */
const PART = '"$2"';

/** What options say of how the command is made. */
interface Plan {
  mark: string;
  quotes: boolean;
  /** Items of one run. */
  count: number;
  /** `--pipe`: standard input is the command's, there are no items. */
  pipes: boolean;
  file: Field | null;
  separator: string;
}

/** `parallel`: words or lines, each put into a command that a shell reads. */
export function readParallel(context: ProgramCall): Alternatives {
  const { call } = context;
  const { fields } = call;
  const plan: Plan = { mark: "{}", quotes: false, count: 1, pipes: false, file: null, separator: "\n" };
  const at = readOptions(context, plan);
  if (at === null) return [hole()];
  let end = fields.findIndex((one, i) => i >= at && MARKS.has(literalOf(one) ?? ""));
  if (end === -1) end = fields.length;
  let command = fields.slice(at, end);
  let sources = sourcesOf(context, plan, end);
  const dashes = end === fields.length ? command.findIndex((one) => literalOf(one) === "--") : -1;
  if (dashes > 0) {
    // The `parallel` of moreutils has its items there.
    sources = [command.slice(dashes + 1)];
    command = command.slice(0, dashes);
  }
  const span = context.spanOf(at);
  const via = "parallel";
  const runs = plan.pipes ? [[]] : sources === null ? null : runsOf(context, plan, sources);
  for (const items of runs ?? [null]) {
    const maybe = items === null;
    const given = items ?? [hole(inputOrigins(context))];
    const isCut = command.length > 1 && command.some((one) => /\s/.test(showField(one)));
    const { directories } = context;
    if (!plan.quotes) {
      // Without a command the items are commands.
      const text = joined(command);
      // In a command each is quoted, and so one word.
      const isOpen = items === null || (items.length === 1 && literalOf(given[0] ?? "") === null);
      const isWord = isOpen && command.length > 0 && !/['"]/.test(showField(text));
      const code =
        command.length === 0 ? joined(given) : withItems(plan, text, isWord ? [ITEM] : given, true);
      const words = isWord ? { arguments: ["parallel", ...given, hole()] } : {};
      context.world.code(code, { via, maybe, span, directories, ...words });
    }
    // A shell joins the words and cuts them anew: with `--quote`, and in other programs of this name, each stays whole.
    if (isCut || (plan.quotes && command.length > 0)) {
      const words = command.map((one) => withItems(plan, one, given, false));
      const isPlaced = command.some((one) => hasMark(plan, showField(one)));
      const all = isPlaced ? words : [...words, ...given];
      const spans = all.map(() => span);
      const offsets = all.map(() => -1);
      context.world.command(all, spans, offsets, { via, maybe: maybe || !plan.quotes, directories });
    }
  }
  return [hole()];
}

/** The index of the first word of the command; `null` when nothing runs. */
function readOptions(context: ProgramCall, plan: Plan): number | null {
  const { fields } = context.call;
  let at = 1;
  for (; at < fields.length; at++) {
    const text = literalOf(fields[at] ?? "");
    if (text === null || !text.startsWith("-") || text === "-") break;
    if (text === "--") return at + 1;
    if (/^--(?:help|version|citation|dry-?run)$/.test(text)) return null;
    const equals = text.startsWith("--") ? text.indexOf("=") : -1;
    const name = equals === -1 ? text : text.slice(0, equals);
    if (WITH_VALUE.test(name)) {
      const value = equals === -1 ? (fields[++at] ?? "") : text.slice(equals + 1);
      readOption(context, plan, name, value, at);
    } else if (/^-[jnNLPI].+$/.test(text)) readOption(context, plan, text.slice(0, 2), text.slice(2), at);
    else if (/^(?:-q|--quote)$/.test(text)) plan.quotes = true;
    else if (/^(?:-[mX]|--xargs)$/.test(text)) plan.count = Infinity;
    else if (/^--(?:pipe|spreadstdin|pipe-part|pipepart|tee)$/.test(text)) plan.pipes = true;
    else if (text === "-i") plan.mark = "{}";
    else if (text === "-0" || text === "--null") plan.separator = "\0";
    else if (!PLAIN.test(text)) context.unknown("unknown-option", `parallel ${text}`, context.spanOf(at));
  }
  return at;
}

function readOption(context: ProgramCall, plan: Plan, name: string, value: Field, at: number): void {
  const text = literalOf(value);
  const span = context.spanOf(at);
  if (/^(?:-a|--arg-file)$/.test(name)) plan.file = value;
  else if (/^(?:-[nNL]|--max-.*args|--max-lines)$/.test(name)) plan.count = Number(text);
  else if (name === "-I") plan.mark = text ?? "{}";
  else if (/^--(?:workdir|wd)$/.test(name))
    context.directories = context.directories.map((one) => resolvePath(value, one));
  else if (/^--(?:joblog|results)$/.test(name)) context.path("writes", value, at, name);
  else if (/^(?:-S|-d|-C|--(?:sshlogin.*|slf|colsep|delimiter|arg-sep|rpl|shell|profile|trc))$/.test(name))
    context.unknown("unknown-option", `parallel ${name}`, span);
}

/** The lists of items, one for each source; `null` when they are not known. */
function sourcesOf(context: ProgramCall, plan: Plan, end: number): readonly (readonly Field[])[] | null {
  const { fields, input } = context.call;
  const all: (readonly Field[])[] = [];
  let isKnown = true;
  const readFile = (field: Field, index: number): void => {
    readPath(context, field, index, "::::", false);
    const lines = linesOf(context.sources.at(-1) ?? [hole()], plan.separator);
    if (lines === null) isKnown = false;
    else all.push(lines);
  };
  if (plan.file !== null) readFile(plan.file, 0);
  else if (end === context.call.fields.length && !plan.pipes) {
    // Where nothing is given the lines are those of the terminal, or of whoever started the shell.
    const lines = input.kind === "none" ? null : linesOf(input.content, plan.separator);
    if (lines === null) isKnown = false;
    else all.push(lines);
  }
  for (let at = end; at < fields.length;) {
    const mark = literalOf(fields[at] ?? "") ?? "";
    let next = at + 1;
    while (next < fields.length && !MARKS.has(literalOf(fields[next] ?? "") ?? "")) next++;
    // Linked sources are combined pair by pair: every combination holds those.
    if (mark.startsWith("::::")) for (let i = at + 1; i < next; i++) readFile(fields[i] ?? "", i);
    else all.push(fields.slice(at + 1, next));
    at = next;
  }
  return isKnown ? all : null;
}

function linesOf(content: Alternatives, separator: string): readonly string[] | null {
  const known = content.length === 1 ? literalOf(content[0] ?? "") : null;
  return known === null ? null : known.split(separator).filter((one) => one !== "");
}

/** The items of each run. */
function runsOf(
  context: ProgramCall,
  plan: Plan,
  sources: readonly (readonly Field[])[],
): readonly (readonly Field[])[] | null {
  if (Number.isNaN(plan.count)) return null;
  let runs: (readonly Field[])[] = [[]];
  for (const source of sources) {
    runs = runs
      .slice(0, MAX_RUNS)
      .flatMap((run) => source.slice(0, MAX_RUNS + 1).map((item) => [...run, item]));
  }
  if (runs.length > MAX_RUNS) context.unknown("limit", "parallel", context.call.span);
  runs = runs.slice(0, MAX_RUNS);
  if (plan.count <= 1) return runs;
  const all = runs.flat();
  const size = Math.min(plan.count, Math.max(all.length, 1));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

const REPLACEMENT = /\{(?:\.|\/|\/\.|\/\/|#|%|-?\d+(?:\.|\/|\/\.|\/\/)?|=.*=)\}/s;

function hasMark(plan: Plan, text: string): boolean {
  return text.includes(plan.mark) || REPLACEMENT.test(text);
}

/** Every mark is the items, quoted for a shell when one reads it; without any they come last. */
function withItems(plan: Plan, code: Field, given: readonly Field[], isShell: boolean): Field {
  const quoted = given.map((one) => (isShell && one !== ITEM ? quote(one) : one));
  const text = showField(code);
  if (given.length === 0) return code;
  if (!hasMark(plan, text)) return isShell ? joined([code, ...quoted]) : code;
  let all = replaced(code, plan.mark, joined(quoted));
  quoted.forEach((one, i) => {
    all = replaced(all, `{${i + 1}}`, one);
  });
  const [only] = quoted;
  const known = quoted.length === 1 && only !== undefined && only !== ITEM ? literalOf(only) : null;
  const unknown = only === ITEM ? PART : hole();
  const parts: readonly (readonly [string, string | null])[] = [
    ["{//}", known === null ? null : (/^(.*)\/[^/]*$/s.exec(known)?.[1] ?? ".")],
    ["{/.}", known === null ? null : known.replace(/^.*\//s, "").replace(/\.[^./]*$/, "")],
    ["{/}", known === null ? null : known.replace(/^.*\//s, "")],
    ["{.}", known === null ? null : known.replace(/\.[^./]*$/, "")],
  ];
  for (const [mark, by] of parts) all = replaced(all, mark, by === null ? unknown : isShell ? quote(by) : by);
  for (const mark of ["{#}", "{%}"]) all = replaced(all, mark, hole([], "number"));
  return REPLACEMENT.test(showField(all)) ? hole(originsOf(all)) : all;
}

function quote(field: Field): Field {
  const known = literalOf(field);
  return known === null || /^[\w./=:@%+,-]+$/.test(known)
    ? field
    : `'${known.replaceAll("'", String.raw`'\''`)}'`;
}

function joined(fields: readonly Field[]): Field {
  return fields.reduce<Field>(
    (all, one, i) => (i === 0 || all === "" ? one : joinFields(joinFields(all, " "), one)),
    "",
  );
}

function inputOrigins(context: ProgramCall): ReturnType<typeof originsOf> {
  return context.call.input.content.flatMap((one) => originsOf(one)).slice(0, 16);
}
