import { compile, condition, isBlank, readAst } from "@gatehouse-hooks/condition";
import { expect, test } from "vitest";

test("a condition keeps its text beside its AST, as plain JSON", () => {
  const { condition: source, issues } = condition(" a  ==  'x' ");
  expect(issues).toEqual([]);
  expect(source.text).toBe(" a  ==  'x' ");
  const { ast } = readAst((JSON.parse(JSON.stringify(source)) as { readonly ast: unknown }).ast);
  if (ast === null) throw new Error("refused");
  expect([compile(ast)({ a: "x" }), compile(ast)({ a: "y" })]).toEqual([true, false]);
});

test("a text that does not parse has no AST, and its issues say why", () => {
  const { condition: source, issues } = condition("a ==");
  expect(source).toEqual({ text: "a ==", ast: null });
  expect(issues.map(({ code }) => code)).toEqual(["syntax"]);
});

test("blank is what JavaScript trims to nothing", () => {
  expect(["", " \n\t", "\u00a0\ufeff"].map(isBlank)).toEqual([true, true, true]);
  expect(["x", "\u200b", '""'].map(isBlank)).toEqual([false, false, false]);
});
