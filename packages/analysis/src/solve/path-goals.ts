import { type Expr, pathGlobOf, type PathGlobPart, type Spelling } from "@gatehouse-hooks/condition/analysis";
import { oneOf } from "../values/constant-tests.js";
import { EMPTY, GLOB, PathTests, SPELLED, WILD } from "../values/path-tests.js";
import type { ValueTest } from "../values/value-test.js";
import type { Goal } from "./goal.js";
import { Members, type ValuePath } from "./path.js";

type Call = Extract<Expr, { readonly kind: "call" }>;

/**
 * What `touches` or `within` demands of a path fact (SPEC of conditions, "Paths"). A fact means a set of paths: what is said of the
 * set is said of its members. What is demanded is never more than what the method's answer implies.
 */
export function pathGoals(call: Call, fact: ValuePath, holds: boolean): readonly Goal[] {
  const glob = pathGlobOf(call);
  const spelledFact = (part: PathGlobPart): SpelledFact =>
    new SpelledFact(fact, part.spelling, new PathTests(part));
  const parts = Array.from(glob?.spelled ?? []).map(spelledFact);
  const except = Array.from(glob?.except ?? []).map(spelledFact);
  /** That every path is taken out, whichever spelling shows it. */
  const taken = except.map((one) => one.inside());
  const kept = except.map((one) => choice(one.notInside()));
  switch (call.method) {
    case "touches":
      if (holds) return [choice(parts.flatMap((one) => one.touching())), ...kept];
      return unless(
        taken,
        parts.flatMap((one) => one.notTouching()),
      );
    case "within":
      if (holds)
        return [choice(parts.flatMap((one) => one.within())), ...except.flatMap((one) => one.notTouching())];
      return unless(
        except.flatMap((one) => one.touching()),
        parts.map((one) => choice(one.notWithin())),
      );
    case "surely":
      if (holds) return [choice(parts.flatMap((one) => one.surely())), ...kept];
      return unless(
        taken,
        parts.flatMap((one) => one.notSurely()),
      );
    case "in":
      if (holds) return [choice(parts.flatMap((one) => one.touching())), ...kept];
      return unless(
        taken,
        parts.flatMap((one) => one.notSurely()),
      );
    default:
      // `perhaps` is not `in`; what lies below a tree may be anything.
      return holds ? [...parts.flatMap((one) => one.notSurely()), ...kept] : [];
  }
}

/** All of these goals, or one of the other lists. */
function unless(others: readonly Goals[], goals: Goals): Goals {
  return others.length === 0 ? goals : [choice([goals, ...others])];
}

type Goals = readonly Goal[];

/** One spelling of a fact, and the globs that it is compared with. */
class SpelledFact {
  readonly #fact: ValuePath;
  readonly #spelling: Spelling;
  readonly #tests: PathTests;

  constructor(fact: ValuePath, spelling: Spelling, tests: PathTests) {
    this.#fact = fact;
    this.#spelling = spelling;
    this.#tests = tests;
  }

  touching(): readonly Goals[] {
    const spelled = this.#spelled(SPELLED, true);
    const tests = this.#tests;
    return [
      ...this.#cases((folds) => [[spelled, this.#some(SET, tests.matched(folds), true)]]),
      ...this.#cases((folds) => [
        [spelled, this.#is("tree", true), this.#some(SET, tests.above(folds), true)],
      ]),
      ...this.#cases((folds) => [
        [this.#spelled(tests.tooLong, true), this.#spelled(tests.begins(false, folds), true)],
      ]),
    ];
  }

  notTouching(): Goals {
    const tests = this.#tests;
    return [
      choice(
        this.#cases((folds) => [
          [
            this.#every(SET, tests.matched(folds), false),
            choice([[this.#isNot("tree", true)], [this.#every(SET, tests.above(folds), false)]]),
            choice([
              [this.#spelled(tests.tooLong, false)],
              [this.#spelled(tests.begins(false, folds), false)],
            ]),
          ],
        ]),
      ),
    ];
  }

  within(): readonly Goals[] {
    const tests = this.#tests;
    return this.#cases((folds) => {
      const all = [
        this.#spelled(SPELLED, true),
        this.#spelled(GLOB, true),
        this.#spelled(tests.tooLong, false),
        this.#spelled(tests.begins(true, folds), true),
        this.#spelled(tests.shown(folds), true),
        this.#is("certainty", "exact"),
        this.#is("linksChecked", true),
        ...(this.#spelling === "home" ? [this.#isNot("homeGuessed", true)] : []),
        this.#every(SET, tests.matched(folds), true),
        this.#every(BELOW, tests.matched(folds), true),
      ];
      return [
        [...all, this.#some(SET, tests.matched(folds), true)],
        [...all, this.#spelled(EMPTY, true), { kind: "hint", goals: [this.#spelled(NO_PATH, true)] }],
      ];
    });
  }

  /** Every path is matched, and there is one. */
  inside(): Goals {
    const tests = this.#tests;
    return [
      choice(
        this.#cases((folds) => [
          [
            this.#spelled(SPELLED, true),
            this.#spelled(GLOB, true),
            this.#every(SET, tests.matched(folds), true),
          ],
        ]),
      ),
    ];
  }

  /** What is behind an inclusion that does not hold, or is not shown. */
  notInside(): readonly Goals[] {
    const tests = this.#tests;
    const spelled = this.#spelled(SPELLED, true);
    return [
      // The simplest is tried first: a fact of one spelling.
      [this.#spelled(SPELLED, false)],
      ...this.#cases((folds) => [
        [spelled, this.#some(SET, tests.matched(folds), false)],
        // Of no path at all.
        [spelled, this.#spelled(EMPTY, true)],
        ...this.#cutOff(folds),
      ]),
      [this.#spelled(GLOB, false)],
      [this.#spelled(tests.tooLong, true)],
    ];
  }

  surely(): readonly Goals[] {
    const tests = this.#tests;
    const spelled = this.#spelled(SPELLED, true);
    const isRead = [spelled, this.#spelled(GLOB, true), this.#spelled(tests.tooLong, false)];
    return this.#cases((folds) => [
      [...isRead, this.#some(SET, tests.matched(folds), true), this.#every(SET, tests.matched(folds), true)],
      [
        ...isRead,
        this.#spelled(WILD, false),
        this.#is("tree", true),
        this.#isNot("certainty", "unknown"),
        this.#some(SET, tests.above(folds), true),
      ],
    ]);
  }

  /** Neither surely nor, of sets without wildcards, named. */
  notSurely(): Goals {
    const tests = this.#tests;
    const spelled = this.#spelled(SPELLED, true);
    return [
      choice([
        ...this.#cases((folds) => [
          [spelled, this.#every(SET, tests.matched(folds), false)],
          [spelled, this.#some(SET, tests.matched(folds), false)],
          ...this.#cutOff(folds),
        ]),
        [this.#spelled(SPELLED, false)],
        [this.#spelled(GLOB, false)],
        [this.#spelled(tests.tooLong, true)],
      ]),
      choice([
        [this.#isNot("tree", true)],
        [this.#is("certainty", "unknown")],
        [this.#spelled(WILD, true)],
        [this.#spelled(GLOB, false)],
        [this.#spelled(tests.tooLong, true)],
        ...this.#cases((folds) => [[this.#every(SET, tests.above(folds), false)]]),
      ]),
    ];
  }

  notWithin(): readonly Goals[] {
    const tests = this.#tests;
    const spelled = this.#spelled(SPELLED, true);
    return [
      ...this.#cases((folds) => [[spelled, this.#some(BELOW, tests.matched(folds), false)]]),
      [this.#isNot("certainty", "exact")],
      [this.#isNot("linksChecked", true)],
      ...(this.#spelling === "home" ? [[this.#is("homeGuessed", true)]] : []),
      [this.#spelled(SPELLED, false)],
      [this.#spelled(GLOB, false)],
      [this.#spelled(tests.tooLong, true)],
      // Of no path at all it is shown, unless it begins differently.
      ...this.#cases((folds) => [
        [this.#spelled(EMPTY, true), this.#spelled(tests.begins(true, folds), false)],
        ...this.#cutOff(folds),
      ]),
    ];
  }

  #cutOff(folds: boolean): readonly Goals[] {
    const test = this.#tests.cutOff(folds);
    return test === undefined ? [] : [[this.#spelled(test, true)]];
  }

  /** Without and with equal case. */
  #cases(goals: (folds: boolean) => readonly Goals[]): readonly Goals[] {
    return [
      ...goals(false).map((one) => [this.#isNot("folds", true), ...one]),
      ...goals(true).map((one) => [this.#is("folds", true), ...one]),
    ];
  }

  #spelled(test: ValueTest, holds: boolean): Goal {
    return { kind: "value", path: [...this.#fact, this.#spelling], test, holds };
  }

  #is(key: string, value: string | boolean): Goal {
    return { kind: "value", path: [...this.#fact, key], test: oneOf([value]), holds: true };
  }

  #isNot(key: string, value: string | boolean): Goal {
    return { kind: "value", path: [...this.#fact, key], test: oneOf([value]), holds: false };
  }

  #some(members: MembersOf, test: ValueTest, holds: boolean): Goal {
    const list = [...this.#fact, members[this.#spelling]];
    return { kind: "some", list, body: (path) => [{ kind: "value", path, test, holds }] };
  }

  #every(members: MembersOf, test: ValueTest, holds: boolean): Goal {
    const list = [...this.#fact, members[this.#spelling]];
    return { kind: "every", list, body: (path) => [{ kind: "value", path, test, holds }] };
  }
}

type MembersOf = Readonly<Record<Spelling, Members>>;

const members = (below: boolean): MembersOf => ({
  path: new Members("path", below),
  home: new Members("home", below),
  local: new Members("local", below),
});

/** The paths of a fact, and these with everything below them where it is a tree. */
const SET: MembersOf = members(false);
const BELOW: MembersOf = members(true);

/** A glob that matches no path: no class has a slash. */
const NO_PATH = oneOf(["[/]"]);

function choice(options: readonly Goals[]): Goal {
  return { kind: "choice", options };
}
