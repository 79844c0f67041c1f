import fc from "fast-check";
import { lawCase } from "../arbitraries/policies.js";
import { asksAgain } from "./mutants/asks-again.js";
import { testLaw } from "./test-law.js";

testLaw(
  "progress, termination: pending gives new needs, at most one round per distinct need",
  (engine) =>
    fc.property(
      lawCase(),
      fc.constantFrom("all" as const, "first" as const, "last" as const),
      (one, asking) => {
        const { rounds } = engine.run(one, asking);
        const answered = new Set<string>();
        for (const needs of rounds) {
          if (needs.length === 0 || new Set(needs).size !== needs.length) return false;
          if (needs.some((id) => answered.has(id))) return false;
          const chosen = asking === "all" ? needs : asking === "first" ? needs.slice(0, 1) : needs.slice(-1);
          for (const id of chosen) answered.add(id);
        }
        return rounds.length <= new Set(rounds.flat()).size;
      },
    ),
  asksAgain,
);
