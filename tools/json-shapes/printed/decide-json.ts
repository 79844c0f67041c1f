import type { Decision } from "@gatehouse-hooks/engine";
import { printed } from "../json-shape.js";
import { decision } from "../parts/decision.js";

export const decidePrinted = {
  Decision: printed<Decision>()(decision),
};
