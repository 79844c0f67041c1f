import {
  type Alternatives,
  type Field,
  hole,
  joinFields,
  literalOf,
  partsOfField,
} from "@gatehouse-hooks/shell";
import { reportArguments } from "../programs/apply-usage.js";
import { finish } from "../programs/finish-usage.js";
import { writePath } from "../programs/apply-role.js";
import { readPath } from "../programs/read-path.js";
import type { ProgramCall } from "../programs/program-call.js";
import { addCode } from "../programs/add-code.js";
import { runContent, runFile } from "../programs/run-content.js";

/** `sed`: a filter, or with `-i` an editor; scripts can run commands and write files. */
export function readSed(context: ProgramCall): Alternatives {
  reportArguments(context);
  if (context.parsed.asks) return [hole()];
  let operands = context.operands;
  const scripts = context.given.filter(({ option }) => option.names.includes("-e"));
  const files = context.given.filter(({ option }) => option.names.includes("-f"));
  if (scripts.length === 0 && files.length === 0) {
    const [script, ...rest] = operands;
    operands = rest;
    if (script !== undefined) readScript(context, literalOf(script.field), script.index);
  }
  for (const { value, index } of scripts)
    readScript(context, value === null ? null : literalOf(value), index);
  for (const { value, index } of files) {
    if (value !== null) runFile(context, value, index, { lang: "sed", via: "sed -f", index, from: "file" });
  }
  const edits = context.has("-i");
  const suffix = context.option("-i")?.value ?? null;
  operands.forEach(({ field, index }, i) => {
    const what = `operand ${i + 2}`;
    readPath(context, field, index, what, false);
    if (edits) writePath(context, field, index, what, false, false);
    if (suffix !== null && suffix !== "")
      for (const one of backupsOf(field, suffix)) context.path("writes", one, index, "-i backup");
  });
  return finish(context, [{ ...context.usage.base, filter: true }]);
}

/** What was there before: `a.bak` beside `a` for `-i.bak`; each `*` stands for the name, and with a folder it may be that one. */
function backupsOf(field: Field, suffix: Field): readonly Field[] {
  const form = literalOf(suffix);
  if (form?.includes("*") !== true) return [joinFields(field, suffix)];
  const path = literalOf(field);
  if (path === null) return [[...partsOfField(field), { kind: "glob", text: "*" }]];
  const at = path.lastIndexOf("/") + 1;
  const name = form.replaceAll("*", () => path.slice(at));
  return form.includes("/") ? [name, path.slice(0, at) + name] : [path.slice(0, at) + name];
}

function readScript(context: ProgramCall, script: string | null, index: number): void {
  const span = context.spanOf(index);
  if (script === null) {
    context.unknown("dynamic-code", "sed", span);
    return;
  }
  context.world.spend(script.length * 2);
  const found = sedEffects(script);
  for (const path of found.writes) writePath(context, path, index, "w", false, false);
  for (const path of found.reads) context.path("reads", path, index, "r");
  for (const code of found.runs) context.world.code(code, { via: "sed e", span });
  if (found.runsLines) runLines(context, index);
  if (!found.known) {
    addCode(context, "inline", "sed", null, script, span);
    context.unknown("opaque-code", `sed: ${script}`, span);
  }
}

/** Lines run as commands: those of the input, and what a substitution has made of them. */
function runLines(context: ProgramCall, index: number): void {
  const { input } = context.call;
  if (input.kind !== "none")
    runContent(context, input.content, { lang: "sh", via: "sed e", index, from: "stdin" });
  context.unknown("dynamic-code", "sed e", context.spanOf(index));
}

/** What the commands of a script do beside editing. */
interface SedEffects {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  readonly runs: readonly string[];
  /** Lines run as commands. */
  readonly runsLines: boolean;
  /** All of it was understood. */
  readonly known: boolean;
}

/** Reads a script of sed command by command. Linear. */
function sedEffects(script: string): SedEffects {
  const reading = new SedScript(script);
  const known = reading.read();
  const { writes, reads, runs, made, runsLines } = reading;
  return { writes, reads, runs: runsLines ? [...runs, ...made] : runs, runsLines, known };
}

/** Reads what comes after a command's letter; false where it is not understood. */
type ReadCommand = (script: SedScript) => boolean;

const done: ReadCommand = () => true;

const COMMANDS: ReadonlyMap<string, ReadCommand> = new Map<string, ReadCommand>([
  ["#", (script) => script.skip(/[^\n]/)],
  ["s", (script) => script.substitute()],
  ["y", (script) => script.substitute()],
  ["w", (script) => script.writes.push(script.line()) > 0],
  ["W", (script) => script.writes.push(script.line()) > 0],
  ["r", (script) => script.reads.push(script.line()) > 0],
  ["R", (script) => script.reads.push(script.line()) > 0],
  ["e", (script) => script.run()],
  ...Array.from("aic", (letter): [string, ReadCommand] => [letter, (script) => script.text()]),
  ...Array.from("btT:", (letter): [string, ReadCommand] => [letter, (script) => script.skip(/[^;\n}]/)]),
  ...Array.from("qQlL", (letter): [string, ReadCommand] => [letter, (script) => script.skip(/[\s0-9]/)]),
  ...Array.from("dDpPnNgGhHx=zFv", (letter): [string, ReadCommand] => [letter, done]),
]);

class SedScript {
  readonly writes: string[] = [];
  readonly reads: string[] = [];
  readonly runs: string[] = [];
  /** What substitutions put in the place of what they find. */
  readonly made: string[] = [];
  runsLines = false;
  readonly #script: string;
  #at = 0;

  constructor(script: string) {
    this.#script = script;
  }

  /** Whether all of it was understood. */
  read(): boolean {
    while (this.#at < this.#script.length) {
      const one = this.#script[this.#at] ?? "";
      // Addresses and blanks.
      if (/[\s;{}!,0-9$~+]/.test(one)) this.#at++;
      else if (one === "/" || (one === "\\" && this.#at + 1 < this.#script.length)) {
        if (!this.#address(one)) return false;
      } else {
        this.#at++;
        if (COMMANDS.get(one)?.(this) !== true) return false;
      }
    }
    return true;
  }

  /** The rest of the line. */
  line(): string {
    const end = this.#script.indexOf("\n", this.#at);
    const text = this.#script.slice(this.#at, end === -1 ? this.#script.length : end);
    this.#at = end === -1 ? this.#script.length : end;
    return text.trim();
  }

  /** `s/a/b/flags`, `y/a/b/`. */
  substitute(): boolean {
    const script = this.#script;
    const delimiter = script[this.#at] ?? "";
    if (delimiter === "" || delimiter === "\n") return false;
    const middle = this.#after(delimiter, this.#at + 1);
    const end = middle === -1 ? -1 : this.#after(delimiter, middle);
    if (end === -1) return false;
    this.#at = end;
    this.made.push(script.slice(middle, end - 1).replaceAll(/\\([^0-9])/gs, "$1"));
    while (this.#at < script.length && /[gpiImM0-9e]/.test(script[this.#at] ?? "")) {
      if (script[this.#at] === "e") this.runsLines = true;
      this.#at++;
    }
    if (script[this.#at] === "w") {
      this.#at++;
      this.writes.push(this.line());
    }
    return true;
  }

  run(): boolean {
    const code = this.line();
    if (code === "" || /^[;}]/.test(code)) this.runsLines = true;
    else this.runs.push(code);
    return true;
  }

  /** Text up to the end of the line; a backslash continues it. */
  text(): boolean {
    let text = this.line();
    while (text.endsWith("\\") && this.#at < this.#script.length) {
      this.#at++;
      text = this.line();
    }
    return true;
  }

  skip(character: RegExp): boolean {
    while (this.#at < this.#script.length && character.test(this.#script[this.#at] ?? "")) this.#at++;
    return true;
  }

  #address(one: string): boolean {
    const delimiter = one === "/" ? "/" : (this.#script[this.#at + 1] ?? "/");
    const end = this.#after(delimiter, this.#at + (one === "/" ? 1 : 2));
    if (end === -1) return false;
    this.#at = end;
    while (this.#script[this.#at] === "I" || this.#script[this.#at] === "M") this.#at++;
    return true;
  }

  /** The index after the delimiter that ends a part; -1 for none. */
  #after(delimiter: string, from: number): number {
    const script = this.#script;
    let inside = false;
    for (let at = from; at < script.length; at++) {
      const one = script[at];
      if (one === "\\") at++;
      else if (one === "[" && delimiter !== "[") inside = true;
      else if (one === "]") inside = false;
      else if (one === delimiter && !inside) return at + 1;
    }
    // A bracket that was not closed is a character.
    for (let at = from; at < script.length; at++) {
      if (script[at] === "\\") at++;
      else if (script[at] === delimiter) return at + 1;
    }
    return -1;
  }
}
