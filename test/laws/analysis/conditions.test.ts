import { compile, parse, print, type Expr } from "@gatehouse-hooks/condition";
import fc from "fast-check";
import { interpret } from "../../../packages/condition/test/reference.js";
import { random } from "../../../bench/realistic/random.js";
import { eventAround, surroundingsOf } from "../../arbitraries/events-around.js";
import { expressions } from "../../arbitraries/expressions.js";
import {
  callQuestions,
  comparedQuestions,
  type Question,
  stringQuestions,
  valueQuestions,
} from "../../arbitraries/small-questions.js";
import { believesCandidates } from "../mutants/believes-candidates.js";
import { givesUpWithAProof } from "../mutants/gives-up-with-a-proof.js";
import { testAnalyzerLaw } from "./analyzer.js";

const checked = expressions.map((one): Expr => {
  const { ast } = parse(print(one));
  if (ast === null) throw new Error("expected a condition");
  return ast;
});

/** Any conditions of the language. */
const anyQuestions: fc.Arbitrary<Question> = fc
  .tuple(fc.array(checked, { minLength: 1, maxLength: 2 }), fc.array(checked, { maxLength: 2 }))
  .map(([hold, fail]) => ({ hold, fail, text: [...hold, ...fail].map((one) => print(one)).join(" ; ") }));

const questions = fc.oneof(stringQuestions, valueQuestions, comparedQuestions, callQuestions, anyQuestions);

testAnalyzerLaw(
  "witness: an event that is found is one, and the reference interpreter says so, too",
  ({ findSuch }) =>
    fc.property(questions, ({ hold, fail, text }) => {
      const found = findSuch({ hold, fail });
      if (found.kind !== "found") return;
      const { event } = found;
      const isOne = (node: Expr, truth: boolean): boolean =>
        interpret(node, event) === truth && compile(node)(event) === truth;
      if (!hold.every((node) => isOne(node, true)) || !fail.every((node) => isOne(node, false)))
        throw new Error(`${text}: ${JSON.stringify(event)}`);
    }),
  believesCandidates,
);

/** Events that are tried against a proof. */
const EVENTS = 60;

testAnalyzerLaw(
  "never means never: no event built around the constants contradicts a proof that there is none",
  ({ findSuch }) =>
    fc.property(questions, fc.integer(), ({ hold, fail, text }, seed) => {
      if (findSuch({ hold, fail }).kind !== "none") return;
      const holding = hold.map((node) => compile(node));
      const failing = fail.map((node) => compile(node));
      const around = surroundingsOf([...hold, ...fail]);
      const next = random(seed);
      for (let i = 0; i < EVENTS; i++) {
        const event = eventAround(around, next);
        if (holding.every((test) => test(event) === true) && failing.every((test) => test(event) === false))
          throw new Error(`${text}: ${JSON.stringify(event)}`);
      }
    }),
  givesUpWithAProof,
);
