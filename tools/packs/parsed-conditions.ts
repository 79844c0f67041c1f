import { parse } from "@gatehouse-hooks/condition";
import { loadAll } from "@gatehouse-hooks/hosts";
import { storeAst, storePatterns } from "@gatehouse-hooks/store";
import { FIRST_RULE } from "../../packages/agents/src/init/first-rule.js";
import { SOME_PROGRAM } from "../../packages/local/src/places/parsed-before.js";
import { ownConfig, ownConfigByFacts } from "../../packages/local/src/own-config/own-config.js";

/**
 * The conditions that loading asks for where `init` has written its rules, and the program guards its own files, a
 * line each: the text, and the two parts of its AST, places as steps from one to the next. And the patterns in them.
 */
export function parsedConditions(): string {
  const asked = new Set<string>();
  const files = [{ path: "first.yaml", text: FIRST_RULE }, ownConfig([SOME_PROGRAM]), ownConfigByFacts()];
  const gatehouse = { parsed: (condition: string): undefined => void asked.add(condition) };
  loadAll(files.map((file) => ({ ...file, options: { gatehouse } })));
  const parsed = [...asked].flatMap((condition) => {
    const { ast, issues } = parse(condition, { escapes: "strict" });
    return ast === null || issues.length > 0 ? [] : [{ condition, ast }];
  });
  const conditions = parsed.map(({ condition, ast }) => {
    const [form, spans] = storeAst(ast);
    return [condition, form, stepsOf(spans)];
  });
  const patterns = storePatterns(parsed.map(({ ast }) => ast));
  return `{"conditions":${lines(conditions)},"patterns":${lines(patterns)}}\n`;
}

function lines(rows: readonly unknown[]): string {
  return `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]`;
}

function stepsOf(spans: string): string {
  let before = 0;
  return spans.replaceAll(/\d+/g, (place) => {
    const step = Number(place) - before;
    before = Number(place);
    return String(step);
  });
}
