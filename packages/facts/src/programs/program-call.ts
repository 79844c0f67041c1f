import { ownRecord } from "@gatehouse-hooks/json";
import {
  type Alternatives,
  type ShellCall,
  type Field,
  type Origins,
  type World,
  isOpen,
  NO_ORIGINS,
  literalOf,
  originsOf,
  resolvePath,
  showField,
  slashField,
  uniteOrigins,
} from "@gatehouse-hooks/shell";
import type { Certainty, CommandFact, NetworkFact, PathFact, Sent, FactSpan, UnknownCode } from "../facts.js";
import { pathFacts, isDevice } from "../paths/path-maker.js";
import type { PathUse } from "../paths/path-sets.js";
import type { CompiledProgram, CompiledUsage, Option } from "./compile-usage.js";
import type { GivenOption, Operand, ParsedArguments } from "./parse-arguments.js";
import type { Surroundings } from "../paths/surroundings.js";
import type { FactLists } from "../fact-lists.js";
import type { ScriptRuns } from "../scripts/script-run.js";

/** An address that a call connects to. */
export interface Address {
  readonly url: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly scheme: string | null;
  readonly direction: NetworkFact["direction"];
  readonly certainty: Certainty;
  readonly by: string;
  readonly span: FactSpan;
}

/** A file that is written, and by whom its content is known at the end. */
export interface Target {
  readonly field: Field;
  readonly append: boolean;
}

/** Where a push goes. */
export interface PushTarget {
  readonly remote: string | null;
  readonly branch: string | null;
}

const NOWHERE: PushTarget = { remote: null, branch: null };

/** Actions that say where they go. */
const PUSHES: ReadonlySet<string> = new Set(["git.push", "git.force-push", "git.remote-delete"]);

/** What lists all processes or services where it is given no name. */
const LISTS: ReadonlySet<string | null> = new Set([
  "Get-Process",
  "Get-Service",
  "Get-CimInstance",
  "Get-WmiObject",
  "[diagnostics.process]::getprocesses",
]);

/** All of them: `*`, `*.exe`, the class, or a filter that is not about one name. */
const ALL =
  /^(?:[*?]+(?:\.\w+)?|Win32_\w+|(?!(?:IMAGENAME|PID|SERVICES|WINDOWTITLE) eq )[A-Z]+ (?:eq|ne|gt|lt|ge|le) .*)$/i;

/** All processes or services are stopped, or what a search without a name has found before. */
function stopsFound(target: string | null, commands: readonly CommandFact[]): boolean {
  if (target !== null && !target.includes("\uFFFD")) return ALL.test(target);
  return commands.some(
    ({ program, operands, flags }) =>
      LISTS.has(program) && operands.every((one) => ALL.test(one)) && !flags.includes("-Filter"),
  );
}

/** What is done to a path. */
type PathList = "reads" | "writes" | "deletes";

/** One call of a program while its facts are made. */
export class ProgramCall {
  /** Where its paths are relative to; an option may change it. */
  directories: readonly Field[];
  usage: CompiledUsage;
  parsed: ParsedArguments;
  /** Options of every level. */
  given: GivenOption[] = [];
  operands: readonly Operand[] = [];
  sub = "";
  /** What it reads, in order. */
  readonly sources: Alternatives[] = [];
  readonly targets: Target[] = [];
  readonly addresses: Address[] = [];
  readonly sent: Sent[] = [];
  /** Standard input was asked for by `-`, or is what it reads. */
  readsInput = false;
  /** What code of another language reads, and may print. */
  readonly printed: PathFact[] = [];
  /** Files are sent, if only to a service that the program knows. */
  uploads = false;
  /** An argument says that what it reads is sent (`remote-write`). */
  sendsReads = false;
  /** Where what it pushes goes. */
  pushes: readonly PushTarget[] = [NOWHERE];

  readonly reading: FactReading;
  readonly call: ShellCall;
  readonly world: World;
  readonly program: CompiledProgram;
  readonly name: string;

  constructor(
    reading: FactReading,
    call: ShellCall,
    world: World,
    program: CompiledProgram,
    name: string,
    parsed: ParsedArguments,
  ) {
    this.reading = reading;
    this.call = call;
    this.world = world;
    this.program = program;
    this.name = name;
    this.directories = call.directories;
    this.usage = program.usage;
    this.parsed = parsed;
  }

  spanOf(index: number): FactSpan {
    return this.call.spans[index] ?? this.call.span;
  }

  certainty(field?: Field): Certainty {
    if (
      field !== undefined &&
      typeof field !== "string" &&
      field.some((part) => part.kind === "hole" && part.form !== "home")
    )
      return "maybe";
    return this.call.maybe ? "maybe" : "exact";
  }

  /** `rm -rf operand 2`. */
  by(what: string): string {
    this.#lead ??= this.#makeLead();
    return what === "" ? this.#lead : `${this.#lead} ${what}`;
  }

  #lead: string | null = null;

  #makeLead(): string {
    let lead = this.sub === "" ? this.name : `${this.name} ${this.sub}`;
    let options = 0;
    for (const field of this.call.fields) {
      if (
        typeof field === "string" &&
        field.length > 1 &&
        field.length < 24 &&
        field.startsWith("-") &&
        field !== "--" &&
        options++ < 3
      )
        lead += ` ${field}`;
    }
    return lead;
  }

  has(...names: readonly string[]): boolean {
    return names.some((name) => this.option(name) !== null);
  }

  option(name: string): GivenOption | null {
    const option = this.#named(name);
    for (let i = this.given.length - 1; i >= 0; i--) {
      const one = this.given[i];
      if (one !== undefined && isNamed(one, name, option)) return one.negated ? null : one;
    }
    return null;
  }

  /** Every time that an option was given, in order. */
  all(name: string): readonly GivenOption[] {
    const option = this.#named(name);
    return this.given.filter((one) => !one.negated && isNamed(one, name, option));
  }

  #named(name: string): Option | undefined {
    return this.usage.options.get(name) ?? this.program.usage.options.get(name);
  }

  unknown(code: UnknownCode, text: string, span: FactSpan): void {
    this.reading.lists.addUnknown(code, text, span);
  }

  action(kind: string, target: string | null, span: FactSpan, maybe = false): void {
    const certainty: Certainty = maybe ? "maybe" : this.certainty();
    const { lists } = this.reading;
    const add = (to: Partial<PushTarget>): void => {
      lists.add(lists.actions, {
        kind,
        target: target === null || target === "" ? null : target.slice(0, 500),
        ...to,
        place: this.call.place,
        certainty,
        by: this.by(""),
        span,
      });
    };
    if (PUSHES.has(kind)) this.pushes.forEach(add);
    else add({});
    if ((kind === "process.kill" || kind === "service.stop") && stopsFound(target, lists.commands))
      this.action("process.stop-found", target, span, maybe);
  }

  path(
    list: PathList,
    written: Field,
    index: number,
    what: string,
    use: Partial<PathUse> = {},
  ): readonly PathFact[] {
    const span = this.spanOf(index);
    const field = this.slashed(written);
    this.world.spend(200);
    if (isDynamic(field)) this.unknown("dynamic-argument", showField(field), span);
    const whole = this.#wholeUse(list, field, use, what, span);
    const facts = pathFacts(field, this.directories, whole, this.reading.around);
    const { lists } = this.reading;
    for (const fact of facts) {
      lists.add(lists[list], fact);
      if (list === "writes" && fact.path !== null && fact.wild !== "name" && isDevice(fact.path)) {
        lists.add(lists.actions, {
          kind: "disk.write",
          target: fact.path,
          place: fact.place,
          certainty: fact.certainty,
          by: fact.by,
          span,
        });
      }
    }
    return facts;
  }

  /** A literal with all that it may have: one that is put together of parts takes as long as all else here. */
  #wholeUse(list: PathList, field: Field, given: Partial<PathUse>, what: string, span: FactSpan): PathUse {
    // Nothing that it does not say itself.
    const use = ownRecord(given);
    // What is not there is made: nothing is lost.
    const isMade = list === "writes" && use.op === undefined && this.#isAbsent(field);
    return {
      place: use.place ?? this.call.place,
      maybe: use.maybe ?? this.call.maybe,
      by: use.by ?? this.by(what),
      span: use.span ?? span,
      tree: use.tree === true,
      op: isMade ? "create" : (use.op ?? "content"),
      list: use.list === true,
      append: use.append === true,
      keepsLink: use.keepsLink === true || list === "deletes" || use.op === "move",
    };
  }

  /** A test just before said that nothing is there. */
  #isAbsent(field: Field): boolean {
    const { absent } = this.call;
    const path = absent.length === 0 ? null : this.absolute(field);
    return path !== null && absent.some((one) => path === one || path.startsWith(`${one}/`));
  }

  /** The absolute paths in every directory that it may be relative to, as far as they are known. */
  absolutes(written: Field): readonly string[] {
    const field = this.slashed(written);
    const all = this.directories.map((one) => literalOf(resolvePath(field, one)));
    return [...new Set(all.filter((one) => one !== null))];
  }

  /** The absolute path, when there is only one. */
  absolute(written: Field): string | null {
    const field = this.slashed(written);
    const [directory] = this.directories;
    if (typeof field === "string" && field.startsWith("/")) return literalOf(resolvePath(field, "/"));
    if (this.directories.length !== 1 || directory === undefined) return null;
    return literalOf(resolvePath(field, directory));
  }

  /** A path as it is written in shells of Windows, with slashes. */
  slashed(field: Field): Field {
    const { dialect } = this.call;
    return slashField(field, dialect === "powershell" || dialect === "cmd" || this.reading.around.isWindows);
  }

  /** Where everything that it reads comes from. */
  origins(): Origins {
    let all: Origins = NO_ORIGINS;
    for (const source of this.sources) for (const one of source) all = uniteOrigins(all, originsOf(one));
    return all;
  }
}

function isNamed(given: GivenOption, name: string, option: Option | undefined): boolean {
  if (option === undefined) return given.name === name;
  if (given.option === option) return true;
  // The same option of another level; `git -C DIR` is not `branch -C`.
  return (
    given.option.names.includes(name) &&
    given.option.value === option.value &&
    given.option.role === option.role
  );
}

/** Standard input, by `-` or by the name of its device. */
export function isInput(field: Field): boolean {
  return field === "-" || (typeof field === "string" && field.startsWith("/") && INPUTS.test(field));
}

const INPUTS = /^\/(?:dev\/(?:stdin|fd\/0)|proc\/(?:self|thread-self)\/fd\/0)$/;

/** A part that is not known, and could be any path. */
function isDynamic(field: Field): boolean {
  return typeof field !== "string" && field.some(isOpen);
}

const SENT = {
  environment: "environment",
  variable: "variable",
  unknown: "unknown",
  network: "data",
  decoded: "data",
} as const;

/** Origins as what is sent. */
export function sentOf(content: Alternatives): readonly Sent[] {
  const all: Sent[] = [];
  const push = (one: Sent): void => {
    if (!all.includes(one)) all.push(one);
  };
  for (const field of content) {
    if (field === "") continue;
    const from = originsOf(field);
    for (const origin of from) {
      if (origin.kind === "file") push((origin.file as PathFact | undefined) ?? "unknown");
      else push(SENT[origin.kind]);
    }
    if (from.length === 0) push(literalOf(field) === null ? "unknown" : "data");
  }
  return all;
}

/** One making of facts: where it happens, what is known of programs, what was found. */
export interface FactReading {
  readonly around: Surroundings;
  readonly lists: FactLists;
  /** Files that run, and that the text did not write. */
  readonly scripts: ScriptRuns;
  /** The programs of a name, one for each table that has it; empty when none has. */
  readonly programs: (name: string) => readonly CompiledProgram[];
  /** A name as tables write it, where large and small letters are not told apart. */
  readonly spelled: (name: string) => string;
}
