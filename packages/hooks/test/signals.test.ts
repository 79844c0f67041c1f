import type { JsonValue } from "@gatehouse-hooks/json";
import { compileSignals, NlpSignal, Signal, Signals } from "@gatehouse-hooks/hooks";
import { messageHash } from "../src/compile-signals.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { growth, LINEAR, testGrowth } from "../../../test/growth.js";

const words = ["retry", "impossible", "evidence", "later", "fixed"] as const;
const word = fc.constantFrom(...words);
const weight = fc.integer({ min: -4, max: 4 });
const signals = fc.array(fc.record({ pattern: word, weight }), { maxLength: 5 });
const text = fc.array(word, { maxLength: 6 }).map((parts) => parts.join(" "));
const texts = fc.array(text, { maxLength: 5 });

/** The documented sum, written down a second time. */
function weigh(
  list: readonly { readonly pattern: string; readonly weight: number }[],
  heard: string,
): number {
  return list.filter(({ pattern }) => heard.includes(pattern)).reduce((sum, one) => sum + one.weight, 0);
}

describe("signals", () => {
  test("a signal counts once for each text, negative ones subtract", () => {
    assertLaw(
      fc.property(signals, text, (list, heard) => {
        const { score } = compileSignals({ patterns: list.map((one) => Signal(one)), threshold: 1 });
        expect(score(heard)).toBe(weigh(list, heard));
      }),
    );
  });

  test("scope text: one text must reach the threshold alone", () => {
    assertLaw(
      fc.property(signals, texts, fc.integer({ min: 1, max: 6 }), (list, heard, threshold) => {
        const match = compileSignals({ patterns: list.map((one) => Signal(one)), threshold }).match(heard);
        const over = heard.filter((one) => one !== "" && weigh(list, one) >= threshold);
        expect(match).toMatchObject({ fires: over.length > 0, mayFire: over.length > 0, texts: over });
      }),
    );
  });

  test("scope window: each signal counts once over all texts", () => {
    assertLaw(
      fc.property(signals, texts, fc.integer({ min: 1, max: 6 }), (list, heard, threshold) => {
        const patterns = list.map((one) => Signal(one));
        const match = compileSignals({ patterns, threshold, scope: "window" }).match(heard);
        expect(match.fires).toBe(
          heard.some((one) => one !== "") && weigh(list, heard.join("|")) >= threshold,
        );
      }),
    );
  });

  test("what fired is used up: the same texts do not fire again, new ones do", () => {
    assertLaw(
      fc.property(
        signals,
        texts,
        fc.constantFrom("text" as const, "window" as const),
        (list, heard, scope) => {
          const patterns = list.map((one) => Signal({ ...one, weight: Math.abs(one.weight) + 1 }));
          const scorer = compileSignals({ patterns, threshold: 1, scope });
          const first = scorer.match(heard);
          const consumed = new Set(first.texts.map(messageHash));
          expect(scorer.match(heard, { consumed }).fires).toBe(false);
          if (list.length > 0)
            expect(scorer.match([...heard, `now ${list[0]?.pattern}!`], { consumed }).fires).toBe(true);
        },
      ),
    );
  });

  test("a veto in any text suppresses, a consumed one too, and consumes nothing", () => {
    const scorer = compileSignals({
      patterns: [Signal("retry")],
      threshold: 1,
      vetoes: [Signal("you asked")],
    });
    const heard = ["let me retry", "you asked for this"];
    expect(scorer.match(heard)).toMatchObject({ fires: false, mayFire: false, vetoed: true, texts: [] });
    expect(scorer.match(heard, { consumed: new Set([messageHash("you asked for this")]) }).vetoed).toBe(true);
    expect(scorer.match(["let me retry"]).fires).toBe(true);
  });

  test("without a matcher, a language signal is reported, and may fire where it could decide", () => {
    const nlpSignal = NlpSignal([{ noun: ["test"], verb: ["skip"] }], 3);
    const scorer = compileSignals({ patterns: [Signal("retry"), nlpSignal], threshold: 3 });
    expect(scorer.match(["a retry"])).toMatchObject({
      fires: false,
      mayFire: true,
      score: 1,
      unavailable: [nlpSignal],
    });
    const deaf = scorer.match(["a retry"], { nlp: () => [] });
    expect(deaf).toMatchObject({ fires: false, mayFire: false, unavailable: [] });
    const heard = scorer.match(["I skip the test"], { nlp: (_, heard) => [heard] });
    expect(heard).toMatchObject({ fires: true, matched: [nlpSignal] });
    expect(scorer.context(["I skip the test"], (_, said) => [said])).toEqual(["I skip the test"]);
  });

  test("what speaks against is no part of what fired, and what is unavailable is never held against it", () => {
    const patterns = [Signal("retry", 3), Signal("checked", -1)];
    const scorer = compileSignals({ patterns, threshold: 2, scope: "window" });
    expect(scorer.match(["I checked", "a retry"])).toMatchObject({
      fires: true,
      score: 2,
      texts: ["a retry"],
    });
    const doubted = compileSignals({ patterns: [Signal("retry", 2), NlpSignal([], -3)], threshold: 2 });
    expect(doubted.match(["a retry"])).toMatchObject({ fires: true, mayFire: true });
  });

  test("flags are what RE2 knows, and case counts without them", () => {
    const score = (flags: string): number =>
      compileSignals([Signal("^retry$", 2, flags)]).score("so\nRETRY\n");
    expect([score(""), score("i"), score("m"), score("im")]).toEqual([0, 0, 0, 2]);
    expect(() => Signal("x", 1, "x")).toThrow("expected flags");
  });

  test.each(["(", "(?<=a)b", "(a)\\1", "a{99999}"])(
    "the pattern %s is refused where it is written",
    (pattern) => {
      expect(() => Signal(pattern)).toThrow(TypeError);
    },
  );

  testGrowth("no pattern takes more than linear time", () => {
    const scorer = compileSignals([Signal("(a|aa)+$"), Signal("(x+x+)+y")]);
    const grows = growth((size) => {
      const texts = [`${"a".repeat(size)}!`, "x".repeat(size)];
      return () => {
        expect(scorer.match(texts).fires).toBe(false);
      };
    }, 5_000);
    expect(grows).toBeLessThan(LINEAR);
  });

  test("signals are plain JSON", () => {
    const made = Signals({
      patterns: [Signal("a", -2, "i"), NlpSignal([])],
      threshold: 2,
      vetoes: [Signal("b")],
    });
    expect(JSON.parse(JSON.stringify(made)) as JsonValue).toEqual(made);
    expect(compileSignals(JSON.parse(JSON.stringify(made)) as Signals).score("A")).toBe(-2);
  });

  test.each([{ threshold: Number.NaN }, { threshold: 1, window: -1 }, { threshold: 1, window: 0.5 }])(
    "out of range: %j",
    (parts) => {
      expect(() => Signals({ patterns: [], ...parts })).toThrow(TypeError);
    },
  );
});
