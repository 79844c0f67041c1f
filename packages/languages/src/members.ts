import { type Alternatives, type Field, hole, literalOf } from "@gatehouse-hooks/shell";
import type { CodeMachine } from "./machine.js";
import {
  type CodeFrame,
  type ClassValue,
  type InstanceValue,
  type CodeValue,
  data,
  eitherOf,
  opaque,
  originsIn,
  textValue,
  texts,
} from "./value.js";

/** Names with two underscores that lead nowhere. */
const PLAIN = /^__(?:name|file|doc|version|enter|exit|len|str|repr|init|author|main|path|aenter|aexit)__$/;

/** What a value has under a name. */
export function memberOf(
  machine: CodeMachine,
  of: CodeValue,
  name: string,
  frame: CodeFrame | null,
): CodeValue {
  if (isHidden(machine, name) && of.kind !== "instance" && of.kind !== "class")
    return opaque(name, originsIn(of));
  switch (of.kind) {
    case "either":
      return eitherOf(of.values.map((one) => memberOf(machine, one, name, frame)));
    case "place":
      return memberOfPlace(machine, of.name, name);
    case "instance":
      return memberOfInstance(machine, of, name, frame);
    case "class":
      return memberOfClass(of, name) ?? (hasOtherBase(of) ? opaque(name) : data());
    case "opaque":
      return opaque(name, of.from);
    case "method":
      return { kind: "method", of: of.of, name };
    default:
      return ownPart(machine, of, name) ?? { kind: "method", of, name };
  }
}

/** A member that is a value of its own. */
function ownPart(machine: CodeMachine, of: CodeValue, name: string): CodeValue | null {
  if (of.kind === "record") return machine.language.web ? (of.entries.get(name) ?? null) : null;
  if (of.kind === "list" && name === "length") return { kind: "number", value: null };
  if (of.kind === "object") return of.of === "environment" ? variable(machine, of, name) : null;
  if (of.kind === "text" && machine.language.web && name === "pathname") return texts([hole()]);
  if (of.kind === "text") return of.path ? partOfPath(of.fields, name) : null;
  return of.kind === "function" && name === "__name__" ? textValue(of.code.name) : null;
}

/** A name that leads from any value to everything else. */
function isHidden(machine: CodeMachine, name: string): boolean {
  if (machine.language.web) return /^(?:constructor|prototype|__proto__|caller|callee)$/.test(name);
  return /^__\w+__$/.test(name) && !PLAIN.test(name);
}

const GLOBAL = /^(?:globalThis|global|window|self)$/;

function memberOfPlace(machine: CodeMachine, of: string, name: string): CodeValue {
  const whole = GLOBAL.test(of) ? name : name === "default" ? of : `${of}.${name}`;
  const constant = machine.language.constants.get(whole);
  return constant === undefined ? { kind: "place", name: whole } : constant(machine.start);
}

function memberOfInstance(
  machine: CodeMachine,
  of: InstanceValue,
  name: string,
  frame: CodeFrame | null,
): CodeValue {
  const own = of.fields.get(name);
  if (own !== undefined) return own;
  const found = memberOfClass(of.of, name);
  if (found === null) return hasOtherBase(of.of) ? { kind: "method", of, name } : data(originsIn(of));
  if (found.kind !== "function") return found;
  const bound: CodeValue = { ...found, self: of };
  if (!found.property || frame === null) return bound;
  return machine.engine.call(machine, bound, { items: [], named: new Map(), open: null }, frame);
}

/** What the class or one of its bases has. */
export function memberOfClass(of: ClassValue, name: string, depth = 0): CodeValue | null {
  const own = of.members.get(name);
  if (own !== undefined) return own;
  if (depth > 8) return null;
  for (const base of of.bases) {
    const found = base.kind === "class" ? memberOfClass(base, name, depth + 1) : null;
    if (found !== null) return found;
  }
  return null;
}

/** A base that is not of the text. */
export function hasOtherBase(of: ClassValue): boolean {
  return of.bases.some((base) => (base.kind === "class" ? hasOtherBase(base) : !isPlainBase(base)));
}

function isPlainBase(base: CodeValue): boolean {
  return (
    base.kind === "place" &&
    /^(?:object|(?:\w+)?(?:Error|Exception)|enum\.\w+|typing\.\w+|abc\.ABC)$/.test(base.name)
  );
}

/** A variable of the environment, by `environ[NAME]`. */
function variable(machine: CodeMachine, of: CodeValue, name: string): CodeValue {
  const key = /^\[(.*)\]$/.exec(name)?.[1];
  if (key !== undefined) return variableOf(machine, key);
  const isCall =
    machine.language.calls.has(`environment:${name}`) || /^(?:get|set|has|delete|toObject)$/.test(name);
  return machine.language.web && !isCall ? variableOf(machine, name) : { kind: "method", of, name };
}

/** What a variable of the environment holds. */
export function variableOf(machine: CodeMachine, name: string): CodeValue {
  const set = machine.variables.get(name);
  if (set !== undefined) return set;
  if (name === "HOME") return texts([hole([], "home")]);
  return texts([hole(name === "" ? [{ kind: "environment" }] : [{ kind: "variable", name }])]);
}

/** `path.parent`, `path.name` … of a path object. */
function partOfPath(fields: Alternatives, name: string): CodeValue | null {
  if (name === "parent") return texts(fields.map(parentOf), true);
  if (name === "name" || name === "stem" || name === "suffix") {
    const part = (path: string): string => {
      const last = path.replace(/\/+$/, "").split("/").at(-1) ?? "";
      const dot = last.lastIndexOf(".");
      if (name === "name" || dot <= 0) return name === "suffix" ? "" : last;
      return name === "stem" ? last.slice(0, dot) : last.slice(dot);
    };
    return texts(fields.map((one) => mapKnown(one, part)));
  }
  return name === "parents" || name === "parts" || name === "suffixes"
    ? data(originsIn(texts(fields)))
    : null;
}

function mapKnown(field: Field, change: (path: string) => string): Field {
  const known = literalOf(field);
  return known === null ? hole([], "name") : change(known);
}

/** The folder that a path is in. */
export function parentOf(field: Field): Field {
  const known = literalOf(field);
  if (known !== null) {
    const at = known.replace(/\/+$/, "").lastIndexOf("/");
    return at > 0 ? known.slice(0, at) : at === 0 ? "/" : ".";
  }
  const parts = typeof field === "string" ? [] : field;
  const last = parts.at(-1);
  const slash = last?.kind === "text" ? last.text.lastIndexOf("/") : -1;
  if (last?.kind !== "text" || slash === -1) return hole([]);
  return [...parts.slice(0, -1), { ...last, text: last.text.slice(0, slash) }];
}
