import {
  type Alternatives,
  appendAlternatives,
  type Field,
  type FieldPart,
  uniteAlternatives,
} from "@gatehouse-hooks/shell";
import { type CodeValue, fieldsOfValue, literalIn } from "./value.js";

/** A path below another one, as `pathlib` and `os.path.join` make it: an absolute one stands for itself. */
export function pathBelow(left: CodeValue, right: CodeValue): Alternatives {
  return fieldsOfValue(right)
    .map((one) => belowOf(left, one))
    .reduce(uniteAlternatives);
}

/** The home directory and the one that the program begins in are absolute. */
function isAbsolute(first: string | FieldPart | undefined): boolean {
  if (typeof first === "string") return first.startsWith("/");
  if (first?.kind === "text") return first.text.startsWith("/");
  return first?.kind === "hole" && (first.form === "home" || first.form === "here");
}

function belowOf(left: CodeValue, right: Field): Alternatives {
  const first = typeof right === "string" ? right : right[0];
  if (right === "" || right === ".") return fieldsOfValue(left);
  if (isAbsolute(first)) return [right];
  const lead = literalIn(left);
  if (lead === "") return [right];
  const slash = lead?.endsWith("/") ? fieldsOfValue(left) : appendAlternatives(fieldsOfValue(left), ["/"]);
  const under = appendAlternatives(slash, [right]);
  // What is not known may be an absolute path.
  const isOpen = typeof first === "object" && first.kind === "hole" && first.form === "any";
  return isOpen ? uniteAlternatives(under, [right]) : under;
}
