import { compile, parse } from "@gatehouse-hooks/condition";
import type { JsonObject } from "@gatehouse-hooks/json";

/**
 * The value of a condition on an event, as a page shows it.
 *
 * @throws Error for one that does not parse: an example is a condition
 */
export function evaluated(condition: string, event: JsonObject): string {
  const { ast, issues } = parse(condition);
  if (ast === null || issues.some(({ severity }) => severity === "error"))
    throw new Error(`the example \`${condition}\` is not a condition: ${issues[0]?.message ?? ""}`);
  return String(compile(ast)(event));
}
