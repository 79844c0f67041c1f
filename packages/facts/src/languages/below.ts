import { type Alternatives, appendAlternatives, uniteAlternatives } from "@gatehouse-hooks/shell";
import { type CodeValue, fieldsOf, literalIn } from "./value.js";

/** A path below another one, as `pathlib` and `os.path.join` make it: an absolute one stands for itself. */
export function below(left: CodeValue, right: CodeValue): Alternatives {
  const known = literalIn(right);
  if (known?.startsWith("/")) return fieldsOf(right);
  const lead = literalIn(left);
  if (known === "" || known === ".") return fieldsOf(left);
  if (lead === "") return fieldsOf(right);
  const slash = lead?.endsWith("/") ? fieldsOf(left) : appendAlternatives(fieldsOf(left), ["/"]);
  const under = appendAlternatives(slash, fieldsOf(right));
  // What is not known may be an absolute path.
  const isOpen = fieldsOf(right).some(
    (one) => typeof one !== "string" && one[0]?.kind === "hole" && one[0].form === "any",
  );
  return isOpen ? uniteAlternatives(under, fieldsOf(right)) : under;
}
