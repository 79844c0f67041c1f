import fc from "fast-check";
import { answerNeed } from "./world.js";
import { lawCase } from "../arbitraries/policies.js";
import { drive, type Engine, realEngine } from "./engine.js";
import { failureApproves } from "./mutants/failure-approves.js";
import { STRICTNESS } from "./strictness.js";
import { testLaw } from "./test-law.js";

testLaw(
  "fail-closed: replacing any verdict by a failure never loosens the effect of a gating event",
  (engine: Engine) =>
    fc.property(
      lawCase({ events: ["before_tool_call", "message_sending"], onFailure: false, tooDeep: true }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
      (one, mask) => {
        const before = realEngine.run(one).decision.effect;
        const broken = engine === realEngine ? drive : failureApproves.drive;
        let n = 0;
        const after = broken(one, "first", (need) =>
          mask[n++ % mask.length] === true
            ? { kind: "failure", code: "timeout", message: "too late" }
            : answerNeed(one.world, need),
        ).decision.effect;
        return STRICTNESS[after] >= STRICTNESS[before];
      },
    ),
  failureApproves,
);
