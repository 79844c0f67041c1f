import { type Alternatives, hole, showField } from "@gatehouse-hooks/shell";
import type { CallRow } from "./call-row.js";
import type { Code, FunctionCode, CodeTarget, CodeTerm } from "./code.js";
import type { CodeEffect, FileEffect } from "./effects.js";
import type { CodeFrame, GivenValues, CodeValue } from "./value.js";

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
  readonly read: (text: string) => readonly Code[] | null;
}

/** What a program starts with. */
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
  fuel: number = FUEL;
  /** How many different effects there are. */
  news: number = 0;
  /** The functions of the text that are being read, and those that were. */
  readonly stack: FunctionCode[] = [];
  readonly entered: Set<FunctionCode> = new Set();
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
  readonly #known = new Set<string>();

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

  /** Whether another step may be made. */
  step(): boolean {
    if (--this.fuel > 0) return true;
    this.complete = false;
    return false;
  }

  /** What was not understood. */
  unknown(what: string): void {
    this.complete = false;
    const effect = { does: "unknown", code: "opaque-code", text: what } as const;
    this.add(effect, `unknown ${what}`);
  }

  /**
   * Adds an effect.
   *
   * @param key what it says; the same is added once, unless what happened in between may change what it does
   */
  add(effect: CodeEffect, key: string, again: boolean = false): void {
    if (this.#known.has(key)) {
      if (!again) return;
    } else this.news++;
    if (this.effects.length >= MOST_EFFECTS) {
      this.complete = false;
      return;
    }
    this.#known.add(key);
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
    const content = effect.content === null ? "" : effect.content.map(showField).join("|");
    const how = `${effect.tree} ${effect.list} ${effect.op ?? ""} ${effect.append}`;
    const key = `${does} ${paths.map(showField).join("|")} ${how} ${content}`;
    // What was written before may have changed in between.
    this.add(effect, key, effect.content !== null);
    return effect;
  }

  /** What a file holds that is read. */
  contentOf(effect: FileEffect): Alternatives {
    return [hole([{ kind: "file", file: effect }])];
  }
}
