import { foldUnit } from "@gatehouse-hooks/condition/compile";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prefixScanner, suffixScanner } from "../../src/candidates/affix-scanner.js";
import { Found } from "../../src/candidates/found.js";
import { LITERAL_UNITS, type Scanner, type WaitingLiteral } from "../../src/candidates/scanner.js";
import { substringScanner } from "../../src/candidates/substring-scanner.js";
import { assertLaw } from "../../../../test/assert-law.js";
import { CONSTANT, growth, testGrowth } from "../../../../test/growth.js";

type Occurs = (text: string, literal: string) => boolean;

const scanners: readonly (readonly [string, (waiting: readonly WaitingLiteral[]) => Scanner, Occurs])[] = [
  ["substrings", substringScanner, (text, literal) => text.includes(literal)],
  ["prefixes", prefixScanner, (text, literal) => text.startsWith(literal)],
  ["suffixes", suffixScanner, (text, literal) => text.endsWith(literal)],
];

function scan(scanner: Scanner, text: string, size: number): readonly number[] {
  const found = new Found(size);
  found.start();
  scanner.scan(text, found);
  return found.sorted();
}

function expected(literals: readonly string[], text: string, occurs: Occurs): readonly number[] {
  return literals.flatMap((literal, position) => (occurs(text, literal) ? [position] : []));
}

describe.each(scanners)("%s", (_, scannerOf, occurs) => {
  const unit = fc.constantFrom("a", "b", "c", "é", "\ud83d", "\udd12");
  const literal = fc.string({ unit, minLength: 1, maxLength: 5 });

  test("exactly the literals that occur are found, whatever overlaps", () => {
    assertLaw(
      fc.property(
        fc.array(literal, { minLength: 1, maxLength: 40 }),
        fc.array(fc.string({ unit, maxLength: 30 }), { minLength: 1, maxLength: 4 }),
        (literals, texts) => {
          const scanner = scannerOf(literals.map((one, position) => [one, position] as const));
          // One scanner serves many texts: nothing of the one before may show in the next.
          for (const text of texts) {
            expect(scan(scanner, text, literals.length)).toEqual(expected(literals, text, occurs));
          }
        },
      ),
    );
  });

  test("the same for more states than have a full row of transitions", () => {
    // 900 literals of 12 code units from an alphabet of 3,000: the deeper states follow links.
    const literals = Array.from({ length: 900 }, (_, i) =>
      String.fromCharCode(
        ...Array.from({ length: 12 }, (_, k) => 0x4e00 + ((i * 7919 + k * k * 31 + (i % 3)) % 3000)),
      ),
    );
    const scanner = scannerOf(literals.map((one, position) => [one, position] as const));
    for (let i = 0; i < 200; i++) {
      const one = literals[(i * 37) % 900] ?? "";
      const other = literals[(i * 53) % 900] ?? "";
      for (const text of [
        one,
        one.slice(0, 11),
        one.slice(0, 7) + other + one.slice(3),
        one + other,
        "x" + one,
      ]) {
        expect(scan(scanner, text, 900)).toEqual(expected(literals, text, occurs));
      }
    }
  });

  test("long literals are found by a part of them: too many policies come up, never too few", () => {
    const long = "0123456789".repeat(10);
    const literals = [...Array.from({ length: 20 }, (_, i) => `${long}${i}${long}`), "0"];
    const scanner = scannerOf(literals.map((one, position) => [one, position] as const));
    for (const [position, text] of literals.entries()) {
      expect(scan(scanner, text, literals.length)).toContain(position);
    }
    expect(long.length).toBeGreaterThan(LITERAL_UNITS);
  });

  testGrowth("time grows with the text, not with the literals times the text", () => {
    const text = "a".repeat(200_000);
    const grows = growth(
      (size) => {
        const literals = Array.from({ length: size }, (_, i) => "a".repeat((i % 32) + 1));
        const scanner = scannerOf(literals.map((one, position) => [one, position] as const));
        return () => {
          expect(scan(scanner, text, literals.length)).toHaveLength(size);
        };
      },
      250,
      CONSTANT,
    );
    // Reporting each literal at each of the 200,000 places would grow with them.
    expect(grows).toBeLessThan(CONSTANT);
  });
});

test("positions come in order and once, however many there are", () => {
  assertLaw(
    fc.property(
      fc.constantFrom(10, 40, 5_000),
      fc.array(fc.array(fc.nat(4_999), { maxLength: 100 }), { minLength: 1, maxLength: 4 }),
      (size, queries) => {
        const found = new Found(size);
        for (const query of queries) {
          const positions = query.map((position) => position % size);
          found.start();
          for (const position of positions) found.add(position);
          expect(found.sorted()).toEqual([...new Set(positions)].sort((a, b) => a - b));
        }
      },
    ),
  );
});

test("with and without case in one scan: folded literals exactly, the others at least where they occur", () => {
  const unit = fc.constantFrom("a", "A", "s", "S", "\u017f", "\u0130", "i", "\u00e9", "\u00c9");
  const fold = (text: string): string =>
    Array.from({ length: text.length }, (_, i) => String.fromCharCode(foldUnit(text.charCodeAt(i)))).join("");
  assertLaw(
    fc.property(
      fc.array(fc.string({ unit, minLength: 1, maxLength: 3 }), { maxLength: 12 }),
      fc.array(fc.string({ unit: fc.constantFrom("a", "s", "i"), minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.string({ unit, maxLength: 12 }),
      (plain, folded, text) => {
        const scanner = substringScanner(
          plain.map((one, position) => [one, position] as const),
          folded.map((one, i) => [one, plain.length + i] as const),
        );
        const found = scan(scanner, text, plain.length + folded.length);
        expect(found.filter((position) => position >= plain.length)).toEqual(
          folded.flatMap((one, i) => (fold(text).includes(one) ? [plain.length + i] : [])),
        );
        expect(found).toEqual(
          expect.arrayContaining([...expected(plain, text, (whole, one) => whole.includes(one))]),
        );
        for (const position of found) {
          if (position < plain.length) expect(fold(text)).toContain(fold(plain[position] ?? ""));
        }
      },
    ),
  );
});
