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
import { execute } from "../programs/execute.js";
import { runFile } from "../programs/run-content.js";

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
  if (!found.known) {
    execute(context, "inline", "sed", null, script, span);
    context.unknown("opaque-code", `sed: ${script}`, span);
  }
}

/** What the commands of a script do beside editing. */
export interface SedEffects {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  readonly runs: readonly string[];
  /** All of it was understood. */
  readonly known: boolean;
}

/** Reads a script of sed command by command. Linear. */
export function sedEffects(script: string): SedEffects {
  const writes: string[] = [];
  const reads: string[] = [];
  const runs: string[] = [];
  const result = (known: boolean): SedEffects => ({ writes, reads, runs, known });
  let i = 0;
  const line = (): string => {
    const end = script.indexOf("\n", i);
    const text = script.slice(i, end === -1 ? script.length : end);
    i = end === -1 ? script.length : end;
    return text.trim();
  };
  /** The index after the delimiter that ends a part; -1 for none. */
  const after = (delimiter: string, from: number): number => {
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
  };
  while (i < script.length) {
    // Addresses and blanks.
    const one = script[i] ?? "";
    if (/[\s;{}!,0-9$~+]/.test(one)) {
      i++;
      continue;
    }
    if (one === "/" || (one === "\\" && i + 1 < script.length)) {
      const delimiter = one === "/" ? "/" : (script[i + 1] ?? "/");
      const end = after(delimiter, i + (one === "/" ? 1 : 2));
      if (end === -1) return result(false);
      i = end;
      while (script[i] === "I" || script[i] === "M") i++;
      continue;
    }
    i++;
    switch (one) {
      case "#":
        line();
        break;
      case "s":
      case "y": {
        const delimiter = script[i] ?? "";
        if (delimiter === "" || delimiter === "\n") return result(false);
        const middle = after(delimiter, i + 1);
        const end = middle === -1 ? -1 : after(delimiter, middle);
        if (end === -1) return result(false);
        i = end;
        while (i < script.length && /[gpiImM0-9e]/.test(script[i] ?? "")) {
          // The pattern space is run as a command.
          if (script[i] === "e") return result(false);
          i++;
        }
        if (script[i] === "w") {
          i++;
          writes.push(line());
        }
        break;
      }
      case "w":
      case "W":
        writes.push(line());
        break;
      case "r":
      case "R":
        reads.push(line());
        break;
      case "e": {
        const code = line();
        if (code === "") return result(false);
        runs.push(code);
        break;
      }
      case "a":
      case "i":
      case "c": {
        // Text up to the end of the line; a backslash continues it.
        let text = line();
        while (text.endsWith("\\") && i < script.length) {
          i++;
          text = line();
        }
        break;
      }
      case "b":
      case "t":
      case "T":
      case ":":
        while (i < script.length && !/[;\n}]/.test(script[i] ?? "")) i++;
        break;
      case "q":
      case "Q":
      case "l":
      case "L":
        while (/[\s0-9]/.test(script[i] ?? "x")) i++;
        break;
      case "d":
      case "D":
      case "p":
      case "P":
      case "n":
      case "N":
      case "g":
      case "G":
      case "h":
      case "H":
      case "x":
      case "=":
      case "z":
      case "F":
      case "v":
        break;
      default:
        return result(false);
    }
  }
  return result(true);
}
