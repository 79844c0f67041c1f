import { compile } from "@gatehouse-hooks/condition";
import type { JsonObject } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { interpret } from "../../../packages/condition/test/reference.js";
import {
  comparedQuestions,
  type Question,
  stringQuestions,
  valueQuestions,
} from "../../arbitraries/small-questions.js";
import { assertLaw } from "../../assert-law.js";
import { givesUpWithAProof } from "../mutants/gives-up-with-a-proof.js";
import { type Analyzer, realAnalyzer } from "./analyzer.js";
import { STRING_WORLD, VALUE_WORLD } from "./small-world.js";

/** The first event of a world that a question asks for. */
function firstOf(world: readonly JsonObject[], { hold, fail }: Question): JsonObject | undefined {
  const tests = [
    ...hold.map((node) => ({ test: compile(node), truth: true })),
    ...fail.map((node) => ({ test: compile(node), truth: false })),
  ];
  return world.find((event) => tests.every(({ test: meets, truth }) => meets(event) === truth));
}

interface World {
  readonly name: string;
  readonly questions: fc.Arbitrary<Question>;
  readonly world: readonly JsonObject[];
  /** The share of questions that may be left open. */
  readonly open: number;
  readonly quick: number;
}

const WORLDS: readonly World[] = [
  { name: "a string", questions: stringQuestions, world: STRING_WORLD, open: 0.03, quick: 200 },
  { name: "values and lists", questions: valueQuestions, world: VALUE_WORLD, open: 0.06, quick: 40 },
  // Order between two values, and a value in a list of the event, are left open.
  {
    name: "values that are compared",
    questions: comparedQuestions,
    world: VALUE_WORLD,
    open: 0.35,
    quick: 40,
  },
];

interface Answers {
  found: number;
  none: number;
  unknown: number;
}

/** No is no for every event of the small world; yes, which may be beyond it, is so for the reference interpreter. */
function agrees(
  { findSuch }: Analyzer,
  { questions, world }: World,
  answers: Answers,
): fc.IProperty<[Question]> {
  return fc.property(questions, (question) => {
    const found = findSuch(question);
    answers[found.kind]++;
    if (found.kind === "none") expect(firstOf(world, question), question.text).toBeUndefined();
    if (found.kind !== "found") return;
    for (const node of question.hold) expect(interpret(node, found.event), question.text).toBe(true);
    for (const node of question.fail) expect(interpret(node, found.event), question.text).toBe(false);
  });
}

test.each(WORLDS.map((one) => [one.name, one] as const))(
  "brute force: %s: the answer is that of every small event",
  (_, one) => {
    const answers = { found: 0, none: 0, unknown: 0 };
    const runs = assertLaw(agrees(realAnalyzer, one, answers), { quick: one.quick });
    expect(Math.min(answers.found, answers.none)).toBeGreaterThan(runs / 10);
    // Of few questions the share says little.
    if (runs >= 1_000) expect(answers.unknown / runs).toBeLessThan(one.open);
  },
  // 20,000 questions take a quarter of an hour.
  3_600_000,
);

test.each(WORLDS.map((one) => [one.name, one] as const))(
  "brute force: %s: a search that gives up with a proof is caught",
  (_, one) => {
    const answers = { found: 0, none: 0, unknown: 0 };
    const search = { numRuns: 20_000, endOnFailure: true };
    const mutant = agrees(givesUpWithAProof, one, answers);
    expect(() => fc.assert(mutant, search)).toThrow();
  },
);
