import { type Alternatives, type Field, hole, showField } from "@gatehouse-hooks/shell";
import type { CallRow } from "./call-row.js";
import type { Code, FunctionCode, CodeTarget, CodeTerm } from "./code.js";
import type { CodeEffect, FileEffect } from "./effects.js";
import type { CodeFrame, GivenValues, CodeValue } from "./value.js";
import type { Signatures } from "./widen.js";

/** What of a language is not in its grammar: its names, its modules, and a reader of its texts. */
export interface Language {
  readonly calls: ReadonlyMap<string, CallRow>;
  /** What a method of something unknown is taken for. */
  readonly guesses: ReadonlyMap<string, CallRow>;
  readonly constants: ReadonlyMap<string, (start: CodeStart) => CodeValue>;
  /** Names that are there without an import. */
  readonly builtins: ReadonlySet<string>;
  /** Modules of which what no row has does nothing outside. */
  readonly harmless: ReadonlySet<string>;
  /** Modules that are known, and of which what no row has may do anything. */
  readonly modules: ReadonlySet<string>;
  /** Dictionaries have members, functions see names as they are at last, and options of a call are in a dictionary. */
  readonly web: boolean;
  readonly read: (text: string) => readonly Code[] | null;
}

/** Languages whose code is read by their grammar. */
export type ReadLanguage = "python" | "node";

/** What a program starts with: its arguments, each with the values it may have, and what its standard input holds. */
export interface CodeStart {
  readonly words: readonly Alternatives[];
  readonly input: Alternatives;
}

/** What reads code; the parts of it ask each other through this. */
export interface Engine {
  readonly evaluate: (machine: CodeMachine, term: CodeTerm, frame: CodeFrame) => CodeValue;
  /** Returns whether what follows may run. */
  readonly run: (machine: CodeMachine, code: readonly Code[], frame: CodeFrame) => boolean;
  readonly bind: (machine: CodeMachine, target: CodeTarget, value: CodeValue, frame: CodeFrame) => void;
  readonly call: (machine: CodeMachine, callee: CodeValue, given: GivenValues, frame: CodeFrame) => CodeValue;
}

/** Steps of one reading. */
const FUEL = 8_000;

/** What is not more than this is kept. */
const MOST_EFFECTS = 400;

/** The state of one reading that does not belong to a name. */
export class CodeMachine {
  readonly effects: CodeEffect[] = [];
  readonly language: Language;
  readonly start: CodeStart;
  readonly engine: Engine;
  complete: boolean = true;
  /** In how many places that may not be reached, or not always. */
  maybe: number = 0;
  /** A value holds the working directory, if only in front of a name. */
  asked: boolean = false;
  /** A stream opens its file when the program has gone on. */
  streams: boolean = false;
  /** What runs may fail, and what comes after it runs nevertheless. */
  tried: number = 0;
  fuel: number = FUEL;
  /** How many different effects there are. */
  news: number = 0;
  /** The functions of the text that are being read, and those that were. */
  readonly stack: FunctionCode[] = [];
  readonly entered: Set<FunctionCode> = new Set();
  /** Functions that were handed over, which may be called later. */
  readonly handed: { readonly called: CodeValue; readonly given: GivenValues; readonly frame: CodeFrame }[] =
    [];
  /** Code in code. */
  nested: number = 0;
  /** The working directory is another one. */
  moved: boolean = false;
  /** Modules of which every name was imported. */
  readonly starred: string[] = [];
  /** What was put into the environment. */
  readonly variables: Map<string, CodeValue> = new Map();
  /** The paths of open files. */
  readonly files: Map<CodeValue, Alternatives> = new Map();
  readonly ports: Map<CodeValue, number> = new Map();
  readonly signatures: Signatures = new WeakMap();
  readonly #known = new Map<string, CodeEffect>();
  /** Counts what changes where names lead: after it a file is another. */
  #era = 0;

  constructor(language: Language, start: CodeStart, engine: Engine) {
    this.language = language;
    this.start = start;
    this.engine = engine;
  }

  /** Nothing that no row of the module has does anything outside. */
  isHarmless(name: string): boolean {
    const [root = "", member = ""] = name.split(/[./]/);
    return this.language.harmless.has(root) || this.language.harmless.has(`${root}.${member}`);
  }

  /** A text for values: the same for the same, with where they come from. */
  said(fields: Alternatives | null): string {
    return fields === null ? "" : fields.map((one) => this.#saidOf(one)).join("|");
  }

  #saidOf(field: Field): string {
    if (typeof field === "string") return field;
    return field
      .map((part) => {
        if (part.kind === "glob") return part.text;
        const text = part.kind === "text" ? part.text : `\uFFFD${part.form}`;
        const from = part.from.map(({ kind, name, file }) => `${kind} ${name ?? ""} ${this.#numberOf(file)}`);
        return from.length === 0 ? text : `${text}<${from.join()}>`;
      })
      .join("");
  }

  #numberOf(file: object | undefined): number {
    return file === undefined ? -1 : this.effects.findIndex((one) => one === file);
  }

  /** Whether another step may be made. */
  step(): boolean {
    if (--this.fuel > 0) return true;
    this.complete = false;
    return false;
  }

  /** What was not understood. */
  unknown(what: string): void {
    this.complete = false;
    const effect = { does: "unknown", text: what } as const;
    this.add(effect, `unknown ${what}`);
  }

  /**
   * Adds an effect.
   *
   * @param key what it says; the same is added once, unless what happened in between may change what it does
   */
  add(effect: CodeEffect, key: string, again: boolean = false): void {
    const isNew = !this.#known.has(key);
    if (!isNew && !again) return;
    if (isNew) this.news++;
    if (this.effects.length >= MOST_EFFECTS) {
      this.complete = false;
      return;
    }
    this.#known.set(key, effect);
    this.effects.push(effect);
  }

  file(
    does: FileEffect["does"],
    paths: Alternatives,
    by: string,
    more: Partial<Pick<FileEffect, "tree" | "list" | "op" | "content" | "append">> = {},
  ): FileEffect {
    const effect: FileEffect = {
      does,
      paths,
      by,
      maybe: this.maybe > 0 || paths.length > 1,
      tree: false,
      list: false,
      op: null,
      content: null,
      append: false,
      ...more,
    };
    const content = this.said(effect.content);
    const how = `${this.#era} ${effect.tree} ${effect.list} ${effect.op ?? ""} ${effect.append}`;
    const key = `${does} ${this.said(paths)} ${how} ${content}`;
    // What was written before may have changed in between.
    const before = this.#known.get(key);
    // What a value comes from has to be an effect that is kept.
    if (before?.does === "reads") return before;
    this.add(effect, key, effect.content !== null);
    return effect;
  }

  /** A name that leads to a file. */
  link(path: Alternatives, to: Alternatives, symbolic: boolean): void {
    if (this.streams) this.unknown("a link that is made before a stream opens");
    const key = `links ${this.said(path)} ${this.said(to)}`;
    if (!this.#known.has(key)) this.#era++;
    this.add({ does: "links", path, to, symbolic }, key);
  }

  /** Another working directory. Where the same step is repeated, how often is not known. */
  move(path: Alternatives): void {
    const key = `directory ${path.map(showField).join("|")}`;
    const isAgain = this.#known.has(key);
    if (!isAgain) this.#era++;
    this.moved = true;
    if (this.asked) this.unknown("a folder that was asked for before");
    // What was begun goes on in it.
    else if (this.language.web) this.unknown("another folder");
    const maybe = this.maybe > 0 || this.tried > 0;
    this.add({ does: "directory", path: isAgain && maybe ? [...path, hole()] : path, maybe }, key, true);
  }

  /** What a file holds that is read. */
  contentOf(effect: FileEffect): Alternatives {
    return [hole([{ kind: "file", file: effect }])];
  }
}
