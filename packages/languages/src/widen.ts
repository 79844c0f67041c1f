import { hole, showField } from "@gatehouse-hooks/shell";
import { type CodeValue, eitherOf, originsIn, texts, possibleValues } from "./value.js";

/** Anything of the same kind. */
export function widened(value: CodeValue): CodeValue {
  return eitherOf(
    possibleValues(value).map((one): CodeValue => {
      if (one.kind === "text") return texts([hole(originsIn(one))], one.path);
      if (one.kind === "number") return { kind: "number", value: null };
      if (one.kind === "list") return { kind: "list", items: one.items.map(widened), open: true };
      return one;
    }),
  );
}

/** Parts of a value that its signature says. */
const MOST_SAID = 200;

/** Signatures of texts, which never change. */
export type Signatures = WeakMap<CodeValue, string>;

/**
 * Values with the same signature are the same to whoever uses them.
 *
 * @param known what was asked for before in the same reading
 */
export function signature(value: CodeValue, known: Signatures): string {
  let left = MOST_SAID;
  const said = (one: CodeValue): string => {
    if (--left < 0) return "…";
    const all = (values: Iterable<CodeValue>): string => [...values].map(said).join();
    switch (one.kind) {
      case "text":
        return textSignature(one, known);
      case "number":
        return String(one.value);
      case "list":
        return `[${String(one.open)} ${all(one.items)}]`;
      case "record":
        return `{${String(one.open)} ${[...one.entries.keys()].join()} ${all(one.entries.values())}}`;
      case "instance":
        return `${one.of.name}{${[...one.fields.keys()].join()} ${all(one.fields.values())}}`;
      case "either":
        return `(${all(one.values)})`;
      case "object":
        return `${one.of} ${one.content.length}`;
      case "place":
      case "opaque":
        return `${one.kind} ${one.name}`;
      default:
        return one.kind === "data" ? `data ${one.from.length}` : one.kind;
    }
  };
  return said(value);
}

function textSignature(value: Extract<CodeValue, { kind: "text" }>, known: Signatures): string {
  let text = known.get(value);
  if (text === undefined) {
    text = `${JSON.stringify(value.fields.map(showField))} ${originsIn(value).length}`;
    known.set(value, text);
  }
  return text;
}
