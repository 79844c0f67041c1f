import { describe, expect } from "vitest";
import { growth, LINEAR, testGrowth } from "../../../test/growth.js";
import { factsOf } from "./facts-of.js";

/** Texts that grow with a number: what is read of each has to cost what it is long. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  statements: (size) => "a;".repeat(size),
  arguments: (size) => `rm ${"a ".repeat(size)}`,
  options: (size) => `rm ${"-r ".repeat(size)}`,
  pipes: (size) => `${"cat|".repeat(size)}sh`,
  quotes: (size) => `echo ${"'a'".repeat(size)}`,
  tildes: (size) => `x=${"~:".repeat(size)}`,
  array: (size) => `x=(${"a ".repeat(size)})`,
  substitutions: (size) => `echo ${"$(echo x) ".repeat(size)}`,
  "open substitutions": (size) => `echo ${"$(".repeat(size)}`,
  ranges: (size) => `rm ${"{1..9} ".repeat(size / 8)}`,
  formats: (size) => `printf 'rm %s\\n' ${"a ".repeat(size)}| sh`,
  "actions of find": (size) => `find . ${"-exec a ';' ".repeat(size)}`,
  "code in code": (size) => `${"eval bash -c ".repeat(size)}'rm a'`,
  doubling: (size) => `a=x; ${"a=$a$a; ".repeat(size)}`,
  python: (size) => `python -c '${'os.remove("a");'.repeat(size)}'`,
  "loops of python": (size) => `python -c '${"while a: x = x + y\n".repeat(size / 4)}'`,
  "branches of python": (size) => `python -c '${"x = a if b else x\n".repeat(size / 2)}open(x)'`,
  "calls of python": (size) => `python -c 'def f(x): return x\n${"f(f(1))\n".repeat(size / 2)}'`,
  sql: (size) => `psql -c '${"drop table a;".repeat(size)}'`,
  "tables of sql": (size) =>
    `psql -c '${"select 1 from a,b join c using (d) where e in (select f from g) or [".repeat(size / 8)}'`,
  sed: (size) => `sed '${"s/[/]/b/;".repeat(size)}'`,
  "calls of make": (size) => `make -f - <<'EOF'\nX := ${"$(shell ".repeat(size)}\nEOF`,
  "blanks of make": (size) => `make --eval 'X := $(shell${" ".repeat(size * 8)}'`,
  dots: (size) => `cat ${"a/../".repeat(size)}`,
  sums: (size) => `echo $((${"1+".repeat(size)}1))`,
};

describe("facts cost what the text is long", () => {
  testGrowth.each(Object.entries(SHAPES))("%s", (_, make) => {
    const grown = growth(
      (size) => {
        const text = make(size);
        return () => factsOf(text);
      },
      250,
      LINEAR,
    );
    expect(grown).toBeLessThan(LINEAR);
  });
});
