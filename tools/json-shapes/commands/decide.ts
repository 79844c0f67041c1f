import type { Decision } from "@gatehouse-hooks/engine";
import { formOf, type JsonShape } from "../json-shape.js";
import { decision } from "../parts/decision.js";

export const decideShape: JsonShape = {
  command: "decide",
  version: 1,
  forms: [
    formOf<Decision>()(
      "always; exit code 1 on a deny, 2 when what was given is not an event, which is a deny, too",
      decision,
    ),
  ],
};
