// Mayros' own answers are run where their subject lives: none is left out between the packages.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const packages = new URL("../../packages/", import.meta.url);

interface VectorRow {
  readonly kind?: string;
  readonly in?: { readonly op: string };
}

/** Rows by the operation or the kind that they are about, of the files of a package whose name begins so. */
function counts(prefix: RegExp): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const name of readdirSync(packages)) {
    const folder = new URL(`${name}/test/vectors/`, packages);
    for (const file of filesIn(folder).filter((one) => prefix.test(one))) {
      for (const line of readFileSync(new URL(file, folder), "utf8").split("\n").filter(Boolean)) {
        const row = JSON.parse(line) as VectorRow;
        const about = row.in === undefined ? `${row.kind}` : `${name}: ${row.in.op}`;
        found[about] = (found[about] ?? 0) + 1;
      }
    }
  }
  return found;
}

function filesIn(folder: URL): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

describe("every row of Mayros is in the package that it is about (T)", () => {
  test("answers of its loader, prompt builder, reply parser, cache and configuration", () => {
    expect(counts(/^mayros-(?:files|prompts|replies|hash)\.jsonl$/)).toEqual({
      "hosts: frontmatter": 137,
      "hosts: config": 3,
      "judge: prompt": 49,
      "judge: decision": 102,
      "cache: hash": 46,
      "cache: hashContext": 41,
    });
  });

  test("its own tests", () => {
    expect(counts(/^mayros(?:-cache|-product-tests|-evaluator)?\.jsonl$/)).toEqual({
      "frontmatter": 12,
      "config": 8,
      "plugin-shape": 2,
      "pipeline": 2,
      "registration": 2,
      "cache": 6,
      "condition-eval": 13,
      "decision-parse": 5,
      "llm-failure": 1,
      "llm-call": 2,
    });
  });
});
