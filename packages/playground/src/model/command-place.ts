import type { FactSpan } from "@gatehouse-hooks/facts";
import { isRecord, own } from "@gatehouse-hooks/json";
import { stringValues } from "./string-values.js";

/** Where a part of the command is in the text of the event; undefined where it is not in it as it is. */
export type CommandPlace = (span: FactSpan) => FactSpan | undefined;

/** The parameters of a canonical call that a shell reads. */
const COMMANDS = ["command", "cmd", "input"];
/** JSON within a string of JSON: some agents send the input of a tool so. */
const DEEPEST = 2;

/**
 * Finds the command of a tool call in the JSON text that the event was written as.
 *
 * @param text what is in the editor: an agent's payload, or a canonical event
 * @param event what was made of it
 */
export function commandPlace(text: string, event: object): CommandPlace {
  const params = own(event, "params");
  const found = isRecord(params) ? COMMANDS.map((name) => own(params, name)) : [];
  const [command, ...others] = new Set(found.filter((value) => typeof value === "string"));
  // Of two commands, nothing says which one a span is of.
  const offsets = command === undefined || others.length > 0 ? undefined : offsetsOf(text, command, DEEPEST);
  return ([start, end]) => {
    const from = offsets?.[start];
    const to = offsets?.[end];
    return from === undefined || to === undefined || from === to ? undefined : [from, to];
  };
}

/** The offset in a JSON text of each code unit of a string that is a value in it, and of its end. */
function offsetsOf(text: string, wanted: string, depth: number): readonly number[] | undefined {
  for (const { value, offset, length } of stringValues(text)) {
    const isNested = depth > 1 && value !== wanted && /^\s*\{/.test(value);
    const inner = isNested ? offsetsOf(value, wanted, depth - 1) : undefined;
    if (value !== wanted && inner === undefined) continue;
    const outer = unitOffsets(text.slice(offset, offset + length), offset);
    return inner === undefined ? outer : inner.map((at) => outer[at] ?? offset);
  }
  return undefined;
}

/** Of a string literal: where each code unit of its value begins, and where the value ends. */
function unitOffsets(literal: string, start: number): readonly number[] {
  const offsets: number[] = [];
  let at = 1;
  while (at < literal.length - 1) {
    offsets.push(start + at);
    at += literal[at] !== "\\" ? 1 : literal[at + 1] === "u" ? 6 : 2;
  }
  offsets.push(start + literal.length - 1);
  return offsets;
}
