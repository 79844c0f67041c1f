import { nearName } from "@gatehouse-hooks/json";
import { cite } from "../../text/cite.js";
import { INPUT_FIELDS } from "./input-fields.table.js";
import type { TemplateExpr, TemplateNode } from "./template-ast.js";

/** The first field of a template that docker-agent's input does not have; null: there is none. */
export function unknownField(
  nodes: readonly TemplateNode[],
): { readonly message: string; readonly cure: string } | null {
  const name = namesOf(nodes).find((one) => !INPUT_FIELDS.has(one));
  if (name === undefined) return null;
  if (name === "")
    return { message: "the whole input has no text of its own", cure: "write `{{ toJSON . }}`" };
  const byKey = [...INPUT_FIELDS].find(([, [key]]) => key === name || key === snakeCase(name))?.[0];
  const meant = byKey ?? nearName(name, [...INPUT_FIELDS.keys()]);
  return {
    message: `the input of hooks has no field ${cite(`.${name}`)}`,
    cure:
      meant === null
        ? `the fields are ${[...INPUT_FIELDS.keys()].map((one) => `.${one}`).join(", ")}`
        : `write ${cite(`.${meant}`)}`,
  };
}

function namesOf(nodes: readonly TemplateNode[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (node.kind === "text") return [];
    if (node.kind === "value") return fieldsOf(node.expr);
    return [...fieldsOf(node.test), ...namesOf(node.whenTrue), ...namesOf(node.whenFalse)];
  });
}

function fieldsOf(expr: TemplateExpr): readonly string[] {
  if (expr.kind === "call") {
    const names = expr.args.flatMap(fieldsOf);
    return expr.name === "toJSON" ? names.filter((name) => name !== "") : names;
  }
  return expr.kind === "field" ? [expr.path[0] ?? ""] : [];
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}
