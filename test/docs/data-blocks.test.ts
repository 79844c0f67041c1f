import { load } from "@gatehouse-hooks/hosts";
import { parse as parseJsonWithComments, type ParseError } from "jsonc-parser";
import { parseAst } from "rolldown/parseAst";
import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { documents } from "./documents.js";
import { type Fence, fences } from "./fences.js";

/** What a block that is not executed has to be, by its language; the answer is what is wrong with it. */
const CHECKS: Readonly<Record<string, (text: string) => string | undefined>> = {
  yaml: (text) => yamlProblem(text),
  json: (text) => {
    const errors: ParseError[] = [];
    parseJsonWithComments(text, errors, { allowTrailingComma: true });
    return errors.length === 0 ? undefined : "is not JSON";
  },
  toml: (text) => problemOf(() => parseToml(text)),
  js: (text) => problemOf(() => parseAst(text, { lang: "js" })),
};

function yamlProblem(text: string): string | undefined {
  const parsed = parseAllDocuments(text);
  if (!Array.isArray(parsed)) return "is empty";
  const broken = parsed.flatMap(({ errors }) => errors);
  if (broken.length > 0) return broken[0]?.message;
  if (!/^policies:/m.test(text)) return undefined;
  const whole = /^version:/m.test(text) ? text : `version: 1\n${text}`;
  const { issues } = load(whole, { path: "block.yaml", format: "gatehouse" });
  return issues.find(({ severity }) => severity === "error")?.message;
}

function problemOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

// The page of codes shows what is wrong on purpose; its own test holds it. Those of the reference are generated.
const pages = documents().filter(({ name }) => !/^docs\/(codes\.md$|reference\/)/.test(name));

test.each(pages.map(({ name, text }) => [name, fences(text)] as const))(
  "%s: what it shows and does not execute can be read",
  (_, blocks) => {
    const problems = blocks.flatMap(({ line, language, text }: Fence) => {
      const problem = CHECKS[language]?.(text);
      return problem === undefined ? [] : [`line ${line}: ${problem}`];
    });
    expect(problems).toEqual([]);
  },
);
