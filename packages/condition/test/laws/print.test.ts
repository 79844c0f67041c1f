import { parse, print } from "@gatehouse-hooks/condition";
import fc from "fast-check";
import { expect, test } from "vitest";
import { expressions } from "../../../../test/arbitraries/expressions.js";
import { damaged } from "../../../../test/arbitraries/texts.js";
import { withoutSpans } from "../without-spans.js";
import { assertLaw } from "../../../../test/assert-law.js";

test("print: the printed AST parses to the same AST, and prints the same again", () => {
  assertLaw(
    fc.property(expressions, (ast) => {
      const text = print(ast);
      const again = parse(text).ast;
      if (again === null) throw new Error(`does not parse: ${text}`);
      expect(withoutSpans(again)).toEqual(withoutSpans(ast));
      expect(print(again)).toBe(text);
    }),
  );
});

/** The text with its strings as raw ones, as far as a raw one can hold what they mean. */
function withRawStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[^])*"/g, (string) => {
    const value = JSON.parse(string) as string;
    return value.includes('"') ? (value.includes("'") ? string : `r'${value}'`) : `r"${value}"`;
  });
}

test("print: raw strings mean what the plain ones mean, and strict mode reads both (N2)", () => {
  let raw = 0;
  const ran = assertLaw(
    fc.property(expressions, (ast) => {
      const plain = print(ast);
      const text = withRawStrings(plain);
      if (text !== plain) raw++;
      for (const form of [plain, text]) {
        const again = parse(form, { escapes: "strict" }).ast;
        if (again === null) throw new Error(`does not parse: ${form}`);
        expect(withoutSpans(again)).toEqual(withoutSpans(ast));
        expect(print(again)).toBe(plain);
      }
    }),
  );
  expect(raw).toBeGreaterThan(ran / 4);
});

test("print: whatever text parses, its canonical text means the same", () => {
  let parsed = 0;
  const ran = assertLaw(
    fc.property(damaged(expressions.map(print)), (text) => {
      const { ast } = parse(text);
      if (ast === null) return;
      parsed++;
      expect(withoutSpans(parse(print(ast)).ast)).toEqual(withoutSpans(ast));
    }),
  );
  expect(parsed).toBeGreaterThan(ran / 100);
});

test("spans: the text of a span is the node's own text", () => {
  assertLaw(
    fc.property(expressions, (generated) => {
      const text = print(generated);
      const { ast } = parse(text);
      if (ast === null) throw new Error(`does not parse: ${text}`);
      if (ast.kind !== "and" && ast.kind !== "or") return;
      for (const operand of ast.operands) {
        const own = parse(text.slice(...operand.span)).ast;
        expect(withoutSpans(own)).toEqual(withoutSpans(operand));
      }
    }),
    { quick: 500 },
  );
});
