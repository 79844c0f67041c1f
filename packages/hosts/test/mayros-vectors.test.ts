import { readFileSync } from "node:fs";
import { compile } from "@gatehouse-hooks/condition";
import { load, loadMayrosConfig, MAYROS_DEFAULTS } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { type MayrosHook, mayrosReads } from "./mayros-reference.js";
import { DEVIATIONS, differences } from "./mayros-register.js";
import { tellRow } from "../../../test/conformance/tell-row.js";
import { rowsOf } from "./rows.js";

interface FrontmatterRow {
  readonly in: { readonly op: "frontmatter"; readonly content: string; readonly sourcePath?: string };
  readonly out: {
    readonly ok: boolean;
    readonly hook?: MayrosHook & Record<string, unknown>;
    readonly error?: string;
  };
}
interface ConfigRow {
  readonly in: { readonly op: "config"; readonly value: unknown };
  readonly out: { readonly ok: boolean; readonly config?: object; readonly error?: string };
}
interface TestRow {
  readonly id: string;
  readonly kind: "frontmatter" | "config" | "pipeline" | "plugin-shape" | "registration";
  readonly given: {
    readonly content: string;
    readonly sourcePath: string;
    readonly context: Record<string, never>;
    readonly config: unknown;
    readonly pluginConfig: object;
  };
  readonly expect: {
    readonly hook?: Partial<MayrosHook>;
    readonly undefined_fields?: readonly string[];
    readonly error_contains?: string;
    readonly condition_value?: boolean;
    readonly config?: object;
    readonly registerService_calls?: number;
  };
}

const files = rowsOf<FrontmatterRow | ConfigRow>("vectors/mayros-files.jsonl");
const frontmatterRows = files.filter((row): row is FrontmatterRow => row.in.op === "frontmatter");
const configRows = files.filter((row): row is ConfigRow => row.in.op === "config");
const testRows = rowsOf<TestRow>("vectors/mayros.jsonl");

/** Only the fields that decide. */
function essence(hook: MayrosHook & Record<string, unknown>): Record<string, unknown> {
  const { name, events, description, condition, model, timeoutMs, cache, priority, enabled, body } = hook;
  return { name, events, description, condition, model, timeoutMs, cache, priority, enabled, body };
}

test("the data is whole: 137 front matter and 3 configuration rows, 26 rows of Mayros' own tests", () => {
  expect([frontmatterRows.length, configRows.length, testRows.length]).toEqual([137, 3, 26]);
});

test.each(frontmatterRows)("the reference reads as Mayros does: $in.content", ({ in: given, out }) => {
  const read = mayrosReads(given.content);
  expect(read === null ? null : essence({ ...read })).toEqual(
    out.hook === undefined ? null : essence(out.hook),
  );
});

test.each(frontmatterRows)("equal to Mayros, or in the register: $in.content", ({ in: given, out }) => {
  const loaded = load(given.content, { path: given.sourcePath ?? "/x.md" });
  const found = differences(out.hook ?? null, loaded);
  tellRow("Mayros: files", null, found.length === 0 ? "pass" : "explained");
  for (const difference of found) {
    const entries = DEVIATIONS.filter(({ accountsFor }) => accountsFor(difference, given.content));
    expect(entries, `${difference} differs, and no entry of the register covers it`).not.toEqual([]);
  }
  // What Mayros refuses without a word to the user has an error here.
  if (out.hook === undefined && loaded.policies.length === 0) {
    expect(loaded.issues.filter(({ severity }) => severity === "error")).not.toEqual([]);
  }
});

test("few files are read otherwise, and none of them loses its guard", () => {
  const read = frontmatterRows.map(({ in: given, out }) => ({
    hook: out.hook ?? null,
    loaded: load(given.content, { path: given.sourcePath ?? "/x.md" }),
  }));
  const other = read.filter(({ hook, loaded }) => differences(hook, loaded).length > 0);
  expect([other.length, frontmatterRows.length]).toEqual([16, 137]);
  // What loads there loads here, and what is on there is on here.
  expect(other.filter(({ hook, loaded }) => hook !== null && loaded.policies.length === 0)).toEqual([]);
  expect(
    other.filter(({ hook, loaded }) => hook?.enabled === true && loaded.policies[0]?.enabled === false),
  ).toEqual([]);
});

test.each(DEVIATIONS)(
  "the register's entry $id is real: its example differs from Mayros",
  ({ example, accountsFor }) => {
    const found = differences(mayrosReads(example), load(example, { path: "x.md" }));
    expect(found.filter((difference) => accountsFor(difference, example))).not.toEqual([]);
  },
);

test("SPEC.md lists exactly the entries of the register", () => {
  const spec = readFileSync(new URL("../SPEC.md", import.meta.url), "utf8");
  const section = spec.slice(spec.indexOf("### Deviations from Mayros"));
  const listed = [...section.slice(0, section.indexOf("\n### ", 5)).matchAll(/^\| `([a-z-]+)` +\|/gm)];
  expect(listed.map((match) => match[1])).toEqual(DEVIATIONS.map(({ id }) => id));
});

test.each(configRows)("configuration $in.value", ({ in: given, out }) => {
  tellRow("Mayros: files", null, "pass");
  const { config, issues } = loadMayrosConfig(JSON.stringify(given.value), { path: "c.json5" });
  expect(config).toEqual(out.config ?? MAYROS_DEFAULTS);
  expect(issues.map(({ severity }) => severity)).toContain("error");
});

test.each(testRows.filter(({ kind }) => kind === "frontmatter"))(
  "$id: front matter",
  ({ id, given, expect: want }) => {
    tellRow("Mayros: own tests", id, "pass");
    const loaded = load(given.content, { path: given.sourcePath });
    if (want.error_contains !== undefined) {
      expect(loaded.policies).toEqual([]);
      expect(loaded.issues.map(({ severity }) => severity)).toContain("error");
      return;
    }
    const hook = mayrosReads(given.content);
    expect(hook).not.toBeNull();
    expect(differences(hook, loaded)).toEqual([]);
    expect(hook).toMatchObject(
      Object.fromEntries(Object.entries(want.hook ?? {}).filter(([key]) => key !== "origin")),
    );
    for (const field of want.undefined_fields ?? []) expect(hook).not.toHaveProperty(field);
    expect(loaded.issues).toEqual([]);
  },
);

test.each(testRows.filter(({ kind }) => kind === "config"))(
  "$id: configuration",
  ({ id, given, expect: want }) => {
    tellRow("Mayros: own tests", id, "pass");
    const text = given.config === undefined ? "{}" : JSON.stringify(given.config);
    const { config, issues } = loadMayrosConfig(text, { path: "c.json5" });
    if (want.error_contains === undefined) expect(config).toMatchObject(want.config ?? {});
    else expect(issues.map(({ message }) => message).join()).toContain(want.error_contains);
  },
);

test.each(testRows.filter(({ kind }) => kind === "pipeline"))(
  "$id: the condition of a loaded hook",
  (row) => {
    tellRow("Mayros: own tests", row.id, "pass");
    const ast = load(row.given.content, { path: row.given.sourcePath }).policies[0]?.condition?.ast;
    if (ast === undefined || ast === null) throw new Error("the hook has a condition");
    expect(compile(ast)(row.given.context)).toBe(row.expect.condition_value);
  },
);

test.each(testRows.filter(({ kind }) => kind === "registration"))(
  "$id: on or off by configuration",
  (row) => {
    tellRow("Mayros: own tests", row.id, "pass");
    const { config } = loadMayrosConfig(JSON.stringify(row.given.pluginConfig), { path: "c.json5" });
    expect(config.enabled ? 1 : 0).toBe(row.expect.registerService_calls);
  },
);

test("the rows about the shape of Mayros' plugin object are the only ones without a counterpart", () => {
  // Gatehouse is no plugin of the Mayros host: SPEC.md, "Not carried over".
  expect(testRows.filter(({ kind }) => kind === "plugin-shape").map(({ id }) => id)).toEqual([
    "index#12",
    "index#16",
  ]);
});
