import { hole, showField } from "@gatehouse-hooks/shell";
import { type CodeValue, eitherOf, originsIn, texts, valuesOf } from "./value.js";

/** Anything of the same kind. */
export function widened(value: CodeValue): CodeValue {
  return eitherOf(
    valuesOf(value).map((one): CodeValue => {
      if (one.kind === "text") return texts([hole(originsIn(one))], one.path);
      if (one.kind === "number") return { kind: "number", value: null };
      if (one.kind === "list") return { kind: "list", items: one.items.map(widened), open: true };
      return one;
    }),
  );
}

/** How deep a value is looked into. */
const MOST_DEEP = 4;

/** Values with the same signature are the same to whoever uses them. */
export function signature(value: CodeValue, depth: number = 0): string {
  if (depth > MOST_DEEP) return value.kind;
  const all = (values: Iterable<CodeValue>): string =>
    [...values].map((one) => signature(one, depth + 1)).join();
  switch (value.kind) {
    case "text":
      return JSON.stringify(value.fields.map(showField));
    case "number":
      return String(value.value);
    case "list":
      return `[${String(value.open)} ${all(value.items)}]`;
    case "record":
      return `{${String(value.open)} ${[...value.entries.keys()].join()} ${all(value.entries.values())}}`;
    case "instance":
      return `${value.of.name}{${[...value.fields.keys()].join()} ${all(value.fields.values())}}`;
    case "either":
      return `(${all(value.values)})`;
    case "object":
      return `${value.of} ${value.content.length}`;
    case "place":
    case "opaque":
      return `${value.kind} ${value.name}`;
    case "data":
      return `data ${value.from.length}`;
    default:
      return value.kind;
  }
}
