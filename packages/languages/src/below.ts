import { type Alternatives, appendAlternatives, uniteAlternatives } from "@gatehouse-hooks/shell";
import { type CodeValue, fieldsOfValue, literalIn } from "./value.js";

/** A path below another one, as `pathlib` and `os.path.join` make it: an absolute one stands for itself. */
export function pathBelow(left: CodeValue, right: CodeValue): Alternatives {
  const known = literalIn(right);
  if (known?.startsWith("/")) return fieldsOfValue(right);
  const lead = literalIn(left);
  if (known === "" || known === ".") return fieldsOfValue(left);
  if (lead === "") return fieldsOfValue(right);
  const slash = lead?.endsWith("/") ? fieldsOfValue(left) : appendAlternatives(fieldsOfValue(left), ["/"]);
  const under = appendAlternatives(slash, fieldsOfValue(right));
  // What is not known may be an absolute path.
  const isOpen = fieldsOfValue(right).some(
    (one) => typeof one !== "string" && one[0]?.kind === "hole" && one[0].form === "any",
  );
  return isOpen ? uniteAlternatives(under, fieldsOfValue(right)) : under;
}
