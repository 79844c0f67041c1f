import * as z from "zod";
import type { DoctorJson } from "../../../packages/agents/src/doctor/doctor.js";
import { flag, line, list, numeric, openWords, text, texts, words } from "../fields.js";
import { printed } from "../json-shape.js";
import { ruleCount, rulesInForce } from "../parts/rules.js";

export const doctorPrinted = {
  DoctorJson: printed<DoctorJson>()(
    z.strictObject({
      ok: flag("there is no error"),
      agents: list(
        z.strictObject({
          agent: text("its name"),
          state: openWords(
            ["guarded", "not guarded", "broken", "by hand"],
            "`not guarded`: it has no hooks, or no rule that it can ask stops anything; `broken`: something keeps the hooks from working; `by hand`: its hooks are in files that are not looked at",
          ),
          rules: ruleCount,
          version: text("the version that it says").optional(),
          installed: texts("the settings files that have our hooks"),
          ms: numeric("milliseconds of one call").optional(),
        }),
        "the agents that were examined",
      ),
      rules: rulesInForce,
      findings: list(
        z.strictObject({
          code: text("what it is: `gatehouse help CODE` says more; codes may be added"),
          severity: words(
            ["error", "warning", "note"],
            "an error: something is not guarded, or nothing works",
          ),
          agent: text("the agent that it is about").optional(),
          path: text("the file").optional(),
          line,
          message: text("for people; its words may change"),
          cure: text("what to do"),
        }),
        "what is not as it should be",
      ),
    }),
  ),
};
