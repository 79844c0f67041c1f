import { type Expr, pathGlobOf, type Spelling } from "@gatehouse-hooks/condition/analysis";
import { oneOf } from "../values/constant-tests.js";
import { EMPTY, GLOB, PathTests, SPELLED } from "../values/path-tests.js";
import type { ValueTest } from "../values/value-test.js";
import type { Goal } from "./goal.js";
import { Members, type ValuePath } from "./path.js";

type Call = Extract<Expr, { readonly kind: "call" }>;

/**
 * What `touches` or `within` demands of a path fact (SPEC of conditions, "Paths"). A fact means a set of paths: what is said of the
 * set is said of its members. What is demanded is never more than what the method's answer implies.
 */
export function pathGoals(call: Call, fact: ValuePath, holds: boolean): readonly Goal[] {
  const parts = Array.from(pathGlobOf(call)?.spelled ?? []).map(
    (part) => new SpelledFact(fact, part.spelling, new PathTests(part)),
  );
  if (call.method === "touches")
    return holds
      ? [choice(parts.flatMap((one) => one.touching()))]
      : parts.flatMap((one) => one.notTouching());
  return holds ? [choice(parts.flatMap((one) => one.within()))] : parts.map((one) => choice(one.notWithin()));
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
