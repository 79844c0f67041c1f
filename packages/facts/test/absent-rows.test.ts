// A copy to where a test has just found nothing makes a file, and replaces none.
import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

function operationsOf(run: string): readonly string[] {
  return factsOf(run).writes.map(({ op }) => op);
}

describe("nothing is there", () => {
  test.each([
    "test -f .env || cp .env.example .env",
    "[ -f .env ] || cp .env.example .env",
    "[ -e ./.env ] || cp .env.example .env",
    "[[ -f .env ]] || cp .env.example .env",
    "[[ ! -f .env ]] && cp .env.example .env",
    "[ ! -e '.env' ] && echo new && cp .env.example .env",
    "! test -f .env && cp .env.example .env",
    "if [ ! -f .env ]; then cp .env.example .env; fi",
    "if [[ -f .env ]]; then echo there; else cp .env.example .env; fi",
    "if test -f .env; then :; elif true; then cp .env.example .env; fi",
    "test -f .env || { echo new; cp .env.example .env; }",
    "test -f .env || (cd a && cp .env.example ../.env)",
    "test -f .env || sudo cp .env.example .env",
    "sh -c 'test -f .env || cp .env.example .env'",
  ])("%s", (run) => {
    expect(new Set(operationsOf(run))).toEqual(new Set(["create"]));
  });
});

describe("something may be there", () => {
  test.each([
    "cp .env.example .env",
    "test -f .env && cp .env.example .env",
    "test -f a || cp .env.example .env",
    "test -s .env || cp .env.example .env",
    "test -f .env; cp .env.example .env",
    "a && test -f .env || cp .env.example .env",
    "test -f .env || a && cp .env.example .env",
    "[ ! -f .env ] || cp .env.example .env",
    "[ -f .env -a -f b ] || cp .env.example .env",
    "[[ -f .env && -f b ]] || cp .env.example .env",
    "test() { false; }; test -f .env || cp .env.example .env",
    "if [ -f .env ]; then cp .env.example .env; fi",
    'test -f "$X" || cp .env.example .env',
    "(cd a && test -f .env) || cp .env.example .env",
  ])("%s", (run) => {
    expect(operationsOf(run)).toContain("content");
  });
});
