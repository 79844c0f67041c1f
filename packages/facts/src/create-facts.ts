import { readScript } from "@gatehouse-hooks/languages";
import { type CommandReader, type Dialect, SHELL_LIMITS, isOpen, runShell } from "@gatehouse-hooks/shell";
import type { Facts } from "./facts.js";
import { FactLists } from "./fact-lists.js";
import { ownToolRow } from "./own-keys.js";
import { pathFacts, isDevice } from "./paths/path-maker.js";
import type { LinkLooks } from "./paths/walk-links.js";
import { addressOf } from "./programs/address.js";
import { type CompiledProgram, compileProgram, simpleMatch } from "./programs/compile-usage.js";
import {
  isPacked,
  type LateRow,
  type PackedRows,
  rowsByName,
  UnreadRow,
  fingerprint,
  versionOfRows,
} from "./programs/packed-rows.js";
import type { ProgramRow } from "./programs/program-row.js";
import { readCall } from "./read-call.js";
import { type EventParts, readEventParts } from "./read-event-parts.js";
import { readVariable } from "./read-variable.js";
import type { FactReading } from "./programs/program-call.js";
import { runScripts } from "./scripts/run-scripts.js";
import type { ScriptQuestion, ScriptRuns, ScriptTexts } from "./scripts/script-run.js";
import { withoutReturns, withPlacesOf } from "./line-ends.js";
import { guessCalls } from "./tools/guess-call.js";
import { innerCalls } from "./tools/read-tool.js";
import { type CalledTool, directoryOf, readTool } from "./tools/read-tool.js";
import { type ToolRow, kindRow } from "./tools/tool-row.js";

/** Changes whenever the meaning of a table changes: it is part of `version`. */
const SEMANTICS = "11";

/** Tables; later ones add to earlier ones and take nothing away. */
export interface FactTables {
  readonly programs: readonly (PackedRows | readonly ProgramRow[])[];
  readonly tools: readonly (readonly ToolRow[])[];
}

/** Facts by certain tables. */
export interface FactMaker {
  /**
   * What the event's tool call may do. No event makes it throw; pure as far as `looks` is.
   *
   * @param looks looks for symbolic links on the way of each path that is named; absent: `linksChecked` is false
   * @throws UnreadRow where a packed table has lost its rows
   */
  readonly facts: (event: object, looks?: LinkLooks) => Facts;
  /**
   * The same, and what of the disk would add to it: texts of files that the call runs. With the answers it is asked again, until it has no more
   * questions, or the caller no more answers.
   *
   * @param texts answers, instead of those of the event
   */
  readonly read: (event: object, looks?: LinkLooks, texts?: ScriptTexts) => FactAnswer;
  /** Names the tables and the semantics: equal versions give equal facts. */
  readonly version: string;
}

/** Facts, and questions whose answers would add to them. */
export interface FactAnswer {
  readonly facts: Facts;
  readonly questions: readonly ScriptQuestion[];
}

/** A function that makes facts by tables. */
export function createFacts(tables: FactTables): FactMaker {
  const programs = programsOf(tables.programs);
  const tools = toolsOf(tables.tools);
  let version: string | undefined;
  const read: FactMaker["read"] = (event, looks, texts) => {
    const lists = new FactLists();
    let questions: readonly ScriptQuestion[] = [];
    try {
      const parts = readEventParts(event, looks);
      questions = makeFacts(lists, parts, texts ?? parts.texts, programs, tools);
    } catch (error) {
      if (error instanceof UnreadRow) throw error;
      // INVARIANT: no event makes it throw; should one, then nothing is understood, and what was found stays.
      lists.addUnknown("limit", "failure", [0, 0]);
    }
    return { facts: lists.finish(), questions };
  };
  return {
    read,
    facts: (event, looks) => read(event, looks).facts,
    // Asked for by few, and longer in the making than a decision.
    get version() {
      return (version ??= `${SEMANTICS}-${fingerprint(JSON.stringify(versionsOf(tables)))}`);
    },
  };
}

function versionsOf({ programs, tools }: FactTables): readonly unknown[] {
  const versions = programs.map((table) => (isPacked(table) ? table.version : versionOfRows(table)));
  return [versions, tools];
}

type Programs = Pick<FactReading, "programs" | "spelled">;
type Tools = (name: string) => readonly ToolRow[];

function programsOf(tables: FactTables["programs"]): Programs {
  const all = tables.map(rowsByName);
  const forms = all.flatMap((table) => table.forms);
  // A row is read at its first use; what comes out is the same each time.
  const compiled = new Map<LateRow, CompiledProgram>();
  const compile = (row: LateRow): CompiledProgram => {
    let program = compiled.get(row);
    if (program === undefined) compiled.set(row, (program = compileProgram(row())));
    return program;
  };
  // No more than there are names.
  const known = new Map<string, readonly CompiledProgram[]>();
  const programs = (name: string): readonly CompiledProgram[] => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const rows = all.flatMap(({ named }) => named(name));
    if (rows.length === 0)
      return forms.filter(({ form }) => simpleMatch(form, name)).map(({ row }) => compile(row));
    const found = rows.map(compile);
    known.set(name, found);
    return found;
  };
  const spelled = (name: string): string => {
    for (const table of all) {
      const own = table.spelled(name);
      if (own !== undefined) return own;
    }
    const small = name.toLowerCase();
    const form = forms.find((one) => simpleMatch(one.form.toLowerCase(), small))?.form.split("*")[0] ?? "";
    return form + name.slice(form.length);
  };
  return { programs, spelled };
}

function toolsOf(tables: FactTables["tools"]): Tools {
  const exact = new Map<string, ToolRow[]>();
  const forms: { readonly form: string; readonly row: ToolRow }[] = [];
  for (const row of tables.flat().map(ownToolRow)) {
    for (const name of typeof row.tool === "string" ? [row.tool] : row.tool) {
      if (name.includes("*")) forms.push({ form: name, row });
      else exact.set(name, [...(exact.get(name) ?? []), row]);
    }
  }
  return (name) => {
    const rows = exact.get(name) ?? [];
    if (forms.length === 0) return rows;
    return [...rows, ...forms.filter(({ form }) => simpleMatch(form, name)).map(({ row }) => row)];
  };
}

function makeFacts(
  lists: FactLists,
  { around, call, kind }: EventParts,
  texts: ScriptTexts,
  programs: Programs,
  tools: Tools,
): readonly ScriptQuestion[] {
  if (call === null) return [];
  const scripts: ScriptRuns = { all: [], depth: 0 };
  const reading: FactReading = { around, lists, ...programs, scripts };
  const shellOf =
    (isQuiet: boolean) =>
    (given: string, cwd: string | null, guessed: boolean, dialect: Dialect = "bash"): void => {
      runText(given, cwd, guessed, isQuiet, dialect);
      if (dialect !== "bash") return;
      // Line ends of Windows may be taken away before a shell sees them.
      const plain = withoutReturns(given);
      if (plain !== null)
        withPlacesOf(given, lists, () => {
          runText(plain, cwd, true, isQuiet, dialect);
        });
    };
  const runText = (
    text: string,
    cwd: string | null,
    maybe: boolean,
    isQuiet: boolean,
    dialect: Dialect,
  ): void => {
    const place = { directory: cwd, home: around.home, dialect };
    const before = lists.unknown.length;
    const reader = (): CommandReader => readerOf(reading, maybe, isQuiet);
    const { later } = runShell(text, place, reader());
    // What was found stays: the second reading only adds what the first one could not see yet.
    if (later !== null) runShell(text, { ...place, later }, reader());
    // Another shell may read what bash cannot.
    if (!isQuiet && dialect === "bash" && lists.unknown.slice(before).some(({ code }) => code === "syntax"))
      runShell(piecesOf(text), place, readerOf(reading, true, true));
  };
  const readInner = (row: ToolRow, called: CalledTool, depth: number): void => {
    const inner = innerCalls(called.params, row.calls);
    if (depth < MAX_DEPTH) for (const one of inner) read(one, null, depth + 1);
    else if (inner.length > 0) lists.addUnknown("limit", called.name, [0, 0]);
  };
  const read = (called: CalledTool, canonical: string | null, depth: number): void => {
    const rows = tools(called.name);
    const known = rows.length > 0 ? rows : kindRow(canonical).map(ownToolRow);
    if (known.length === 0) lists.addUnknown("unknown-tool", called.name, [0, 0]);
    let isFound = false;
    for (const row of known) {
      if (readTool(reading, row, called, shellOf(false))) isFound = true;
      readInner(row, called, depth);
    }
    if (isFound) return;
    for (const { row, call: part, lines, statements, tables } of guessCalls(called, tools)) {
      const guessed = ownToolRow(row);
      readTool(reading, guessed, part, shellOf(false));
      readInner(guessed, part, depth);
      for (const line of lines) shellOf(true)(line, directoryOf(guessed, part, around.cwd), true);
      for (const { kind: does, text } of statements) addStatement(lists, does, text, called.name);
      for (const one of tables) lists.add(lists.tables, { ...one, ...AT_ONCE, by: called.name });
    }
  };
  read(call, kind, 0);
  for (const { path, span } of around.unseen) lists.addUnknown("unseen", `links of ${path}`, span);
  if (scripts.all.length === 0) return [];
  return runScripts(lists, scripts, texts, (text, directory, dialect) => {
    const own = new FactLists();
    const reader = readerOf({ ...reading, lists: own }, true, true);
    runShell(text, { directory, home: around.home, dialect }, reader);
    return own;
  });
}

/** Words of shells before a command. */
const LEADS = /^\s*(?:(?:!|and|begin|catch|do|elif|else|finally|if|not|or|then|time|try|until|while)\s+)+/;
/** Words of shells before which there is none. */
const HEADS = /^\s*(?:case|done|end|esac|fi|for|foreach|function|repeat|select|switch)(?:\s|$)/;

/**
 * The pieces of a text that no quotes hold together, a line each, where they are in the text: what is around commands is blank, and
 * so is what no reading reaches, behind more plain commands than are run.
 */
function piecesOf(text: string): string {
  let pieces = "";
  let from = 0;
  let commands = 0;
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    if (part.length > 1) continue;
    const piece = withoutLead(text.slice(from, index));
    pieces += `${piece}\n`;
    from = index + 1;
    if (PLAIN_COMMAND.test(piece)) commands++;
    else if (/\S/.test(piece)) commands = -Infinity;
    if (commands > SHELL_LIMITS.nodes) return pieces.padEnd(text.length);
  }
  return pieces + withoutLead(text.slice(from));
}

/** It is run: no quote or word of the shell makes it a part of something, or what follows a part of it. */
const PLAIN_COMMAND = /^ *(?!in |[a-z]+ *$)[\w$./][\w$./:=,@%+ -]*$/;

/** What holds characters together, and one character that does not. */
const PARTS = /'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[;&|(){}`\n]/g;

function withoutLead(line: string): string {
  if (line === "") return line;
  if (HEADS.test(line)) return " ".repeat(line.length);
  return line.replace(LEADS, (lead) => " ".repeat(lead.length));
}

/** Calls within calls. */
const MAX_DEPTH = 3;

function addStatement(lists: FactLists, kind: string, target: string, by: string): void {
  lists.add(lists.actions, { kind, target, ...AT_ONCE, by });
}

const AT_ONCE = { place: "here", certainty: "maybe", span: [0, 0] } as const;

/**
 * @param guessed whether the text is that of a shell is not certain, and so is nothing of it
 * @param isQuiet what is not understood of it is not said: it need not be for a shell at all, and the call is not complete anyway
 */
function readerOf(reading: FactReading, guessed: boolean, isQuiet = false): CommandReader {
  const { lists } = reading;
  return {
    parse: readScript,
    command: (call, world) => readCall(reading, guessed ? { ...call, maybe: true } : call, world),
    file: ({ mode, path, directories, place, maybe: perhaps, by, span }) => {
      const maybe = perhaps || guessed;
      if (typeof path === "string" && /^\/dev\/(?:tcp|udp)\//.test(path)) {
        const [, , scheme = "tcp", host = "", port = ""] = path.split("/");
        const address = addressOf(`${scheme}://${host}:${port}`, scheme);
        lists.add(lists.network, {
          ...address,
          direction: "both",
          sends: mode === "read" ? [] : ["unknown"],
          place,
          by,
          span,
        });
        return [{ kind: "network" }];
      }
      if (typeof path !== "string" && path.some(isOpen)) {
        lists.addUnknown("dynamic-argument", by, span);
      }
      const facts = pathFacts(
        path,
        directories,
        { place, maybe, by, span, append: mode === "append" },
        reading.around,
      );
      for (const fact of facts) {
        if (mode === "read" || mode === "both") lists.add(lists.reads, fact);
        if (mode !== "read") {
          lists.add(lists.writes, fact);
          if (fact.path !== null && fact.wild !== "name" && isDevice(fact.path)) {
            lists.add(lists.actions, {
              kind: "disk.write",
              target: fact.path,
              place,
              certainty: fact.certainty,
              by,
              span,
            });
          }
        }
      }
      return facts.map((file) => ({ kind: "file", file }));
    },
    variable: (assigned, maybe) => {
      readVariable(lists, assigned, maybe || guessed);
    },
    multiplies: (by, span) => {
      lists.add(lists.actions, {
        kind: "process.fork-bomb",
        target: by,
        place: "here",
        certainty: guessed ? "maybe" : "exact",
        by,
        span,
      });
    },
    unknown: (code, text, span) => {
      if (!isQuiet || code === "limit") lists.addUnknown(code, text, span);
    },
  };
}
