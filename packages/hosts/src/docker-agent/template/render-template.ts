import { type JsonObject, type JsonValue, isRecord } from "@gatehouse-hooks/json";
import { quote } from "@gatehouse-hooks/json";
import { goJson, goText, goTruncate, goTruth } from "./go-text.js";
import { INPUT_FIELDS } from "./input-fields.table.js";
import { type TemplateExpr, type TemplateNode, TemplateProblem } from "./template-ast.js";

/** The filled template, or what is wrong with it. */
type Rendered =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/**
 * Fills a template with an event.
 *
 * @param show writes what an action gives into the text: it holds data of the event. Default: as it is
 * @param absent what a value is that the event does not have. Default: `<no value>`
 */
export function renderTemplate(
  nodes: readonly TemplateNode[],
  event: JsonObject,
  show: (value: string) => string = (value) => value,
  absent: "shown" | "problem" = "shown",
): Rendered {
  const out: string[] = [];
  const render = (node: TemplateNode): void => {
    if (node.kind === "text") out.push(node.text);
    else if (node.kind === "value") {
      const value = valueOf(node.expr, event);
      if (value === undefined && absent === "problem")
        throw new TemplateProblem("a value that is to be shown is not in the event");
      out.push(show(goText(value)));
    } else {
      for (const inner of goTruth(valueOf(node.test, event)) ? node.whenTrue : node.whenFalse) render(inner);
    }
  };
  try {
    for (const node of nodes) render(node);
  } catch (error) {
    if (error instanceof TemplateProblem) return { ok: false, problem: error.message };
    throw error;
  }
  return { ok: true, text: out.join("") };
}

function valueOf(expr: TemplateExpr, event: JsonObject): JsonValue | undefined {
  switch (expr.kind) {
    case "literal":
      return expr.value;
    case "field":
      return fieldOf(expr.path, event);
    case "call": {
      const [whole] = expr.args;
      if (expr.name === "toJSON" && whole?.kind === "field" && whole.path.length === 0)
        return goJson(inputOf(event));
      const [first, second] = expr.args.map((arg) => valueOf(arg, event));
      if (expr.name === "toJSON") return goJson(first);
      if (typeof first !== "number" || typeof second !== "string") {
        throw new TemplateProblem(
          "expected `truncate` to be given a number and a string: `truncate 100 .Prompt`",
        );
      }
      return goTruncate(Math.trunc(first), second);
    }
  }
}

/** The event as a command reads it (document 004, "Hook Input"). */
function inputOf({ event: name, ...fields }: JsonObject): JsonObject {
  return { ...fields, hook_event_name: name ?? "" };
}

function fieldOf([name, ...keys]: readonly string[], event: JsonObject): JsonValue | undefined {
  if (name === undefined)
    throw new TemplateProblem(
      "the whole input cannot be shown: write `toJSON .`, or name a field, such as `.ToolInput`",
    );
  const field = INPUT_FIELDS.get(name);
  if (field === undefined) throw new TemplateProblem(`the input has no field ${quote(name, 40)}`);
  const [key, absent] = field;
  let value: JsonValue | undefined = Object.hasOwn(event, key) ? event[key] : absent;
  for (const inner of keys) {
    if (!isRecord(value)) return undefined;
    value = Object.hasOwn(value, inner) ? value[inner] : undefined;
  }
  return value;
}
