import type * as Compile from "@gatehouse-hooks/condition/compile";
import type * as Json from "@gatehouse-hooks/json";
import type * as Re2 from "@gatehouse-hooks/condition/re2";
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scanSource } from "../../tools/imports/scan-source.js";
import { SCOPE } from "../../tools/scope.js";
import { interpret } from "../../packages/condition/test/reference.js";
import { events } from "../arbitraries/events.js";
import { expressions } from "../arbitraries/expressions.js";
import { assertLaw } from "../assert-law.js";

const dist = new URL("../../packages/condition/dist/", import.meta.url);
if (!existsSync(dist)) throw new Error("nothing is built: run `pnpm build` first");

/** As a user gets them, with the copies of the code for paths that only the build makes. */
const built = (await import(new URL("compile/index.js", dist).href)) as typeof Compile;
const { re2: patterns } = (await import(new URL("re2/index.js", dist).href)) as typeof Re2;
const json = (await import(
  new URL("../../packages/json/dist/index.js", import.meta.url).href
)) as typeof Json;

test("reference: the built package equals the reference interpreter", () => {
  assertLaw(
    fc.property(expressions, fc.array(events, { minLength: 3, maxLength: 3 }), (ast, some) => {
      const predicate = built.compile(ast, { patterns });
      for (const event of some) {
        const expected = interpret(ast, event);
        expect(predicate(event)).toBe(expected);
        const { value } = json.sealJson(event, { loneSurrogates: "keep" });
        if (value !== undefined) expect(predicate(value)).toBe(expected);
      }
    }),
  );
});

/** Every file that an entry loads. */
function filesOf(file: URL, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  if (seen.has(file.href)) return seen;
  const text = readFileSync(file, "utf8");
  seen.set(file.href, text);
  for (const { specifier } of scanSource(text, file.pathname).imports) filesOf(fileOf(specifier, file), seen);
  return seen;
}

const jsonPackage = JSON.parse(
  readFileSync(new URL("../../packages/json/package.json", import.meta.url), "utf8"),
) as { readonly exports: Readonly<Record<string, { readonly default: string } | undefined>> };

/** The built file of an import: a neighbour, or an entry of the json package. */
function fileOf(specifier: string, from: URL): URL {
  const json = `${SCOPE}/json`;
  if (specifier !== json && !specifier.startsWith(`${json}/`)) return new URL(specifier, from);
  const entry = `.${specifier.slice(json.length)}`;
  const file = jsonPackage.exports[entry]?.default ?? "";
  return new URL(`../../packages/json/${file}`, import.meta.url);
}

test("the entry for stored ASTs stays small: V8 reads 20 to 30 bytes of it in a microsecond", () => {
  const files = filesOf(new URL("compile/index.js", dist));
  const bytes = [...files.values()].reduce((sum, text) => sum + text.length, 0);
  // 208 KB took 11 ms before the engine of patterns became a file of its own.
  expect(bytes).toBeLessThan(50_000);
  // Its own two, and those of the json package, which whoever uses any package of ours loads.
  expect(files.size).toBeLessThanOrEqual(5);
  expect([...filesOf(new URL("re2/index.js", dist)).keys()].join()).toContain("re2js");
});

test("every form of path has code of its own, so that what V8 learns about one slows down no other", () => {
  const core = readFileSync(new URL("chunk-core.js", dist), "utf8");
  const table = readFileSync(new URL("../src/compile/fused/copies.table.ts", dist), "utf8");
  const forms = table.match(/\bpathAtoms\(/g) ?? [];
  expect(forms.length).toBeGreaterThan(10);
  expect(core.match(/case\s*[`"']one-of-three/g)).toHaveLength(forms.length);
});

test("the licences of what is bundled lie beside it", () => {
  expect(readFileSync(new URL("third-party-licenses.txt", dist), "utf8")).toContain("re2js");
});
