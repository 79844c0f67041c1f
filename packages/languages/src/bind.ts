import { hole } from "@gatehouse-hooks/shell";
import type { CodeTarget } from "./code.js";
import type { CodeMachine } from "./machine.js";
import { memberOf } from "./members.js";
import {
  type CodeFrame,
  type CodeValue,
  data,
  eitherValue,
  eitherOf,
  literalIn,
  listValue,
  opaque,
  originsIn,
  possibleValues,
  fill,
} from "./value.js";

/** Binds a value to what is assigned to. */
export function bind(machine: CodeMachine, target: CodeTarget, value: CodeValue, frame: CodeFrame): void {
  switch (target.kind) {
    case "name":
      frame.set(target.name, value);
      return;
    case "rest":
      bind(machine, target.of, value.kind === "list" ? value : listValue(partsOf(value), true), frame);
      return;
    case "parts":
      bindParts(machine, target, value, frame);
      return;
    case "fallback": {
      const other = machine.engine.evaluate(machine, target.value, frame);
      bind(machine, target.of, eitherValue(value, other), frame);
      return;
    }
    case "member":
      for (const of of possibleValues(machine.engine.evaluate(machine, target.of, frame)))
        setMember(machine, of, target.name, value);
      return;
    case "index": {
      const key = literalIn(machine.engine.evaluate(machine, target.index, frame));
      for (const of of possibleValues(machine.engine.evaluate(machine, target.of, frame)))
        setItem(machine, of, key, value);
    }
  }
}

type Parts = Extract<CodeTarget, { kind: "parts" }>;

function bindParts(machine: CodeMachine, target: Parts, value: CodeValue, frame: CodeFrame): void {
  const { parts, keys } = target;
  const isExact = value.kind === "list" && !value.open && !parts.some(({ kind }) => kind === "rest");
  const any = eitherOf(partsOf(value));
  for (const [i, part] of parts.entries()) {
    const key = keys?.[i];
    if (typeof key === "string") bind(machine, part, memberOf(machine, value, key, frame), frame);
    else if (part.kind === "rest") bind(machine, part, listValue(partsOf(value), true), frame);
    else bind(machine, part, isExact && keys === undefined ? (value.items[i] ?? data()) : any, frame);
  }
}

function partsOf(value: CodeValue): readonly CodeValue[] {
  return possibleValues(value).flatMap((one): readonly CodeValue[] => {
    if (one.kind === "list") return one.items;
    if (one.kind === "record") return [...one.entries.values()];
    if (one.kind === "opaque" || one.kind === "place" || one.kind === "instance")
      return [opaque("part", originsIn(one))];
    return [data(originsIn(one))];
  });
}

function setMember(machine: CodeMachine, of: CodeValue, name: string, value: CodeValue): void {
  if (of.kind === "instance")
    of.fields.set(name, eitherValue(machine.maybe > 0 ? of.fields.get(name) : undefined, value));
  else if (of.kind === "record") setItem(machine, of, name, value);
  else if (of.kind === "object" && of.of === "environment") setItem(machine, of, name, value);
  else if (of.kind === "object") {
    // What it was told is what it may pass on.
    const from = originsIn(value);
    if (from.length > 0) of.content = [...of.content, hole(from)];
  } else if (of.kind === "place" || of.kind === "class" || of.kind === "function")
    // Another function may be behind that name from now on.
    machine.unknown(`assignment to ${of.kind === "place" ? of.name : of.kind}.${name}`);
}

function setItem(machine: CodeMachine, of: CodeValue, key: string | null, value: CodeValue): void {
  if (of.kind === "list") {
    fill(of, [...of.items, value]);
    of.open = true;
  } else if (of.kind === "record") {
    if (key === null) {
      of.entries.set(" ", eitherValue(of.entries.get(" "), value));
      of.open = true;
    } else of.entries.set(key, eitherValue(machine.maybe > 0 ? of.entries.get(key) : undefined, value));
  } else if (of.kind === "object" && of.of === "environment" && key !== null) {
    machine.variables.set(key, value);
  } else if (of.kind === "object" && of.of === "modules") machine.unknown("another module");
  else if (of.kind === "instance") machine.unknown("an item of an instance");
}
