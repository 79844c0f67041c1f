import type { JsonObject } from "@gatehouse-hooks/json";
import type { Plan } from "../wire/plan.js";

/** What Gatehouse's plugin reads: what to throw, or the arguments to write into the call. */
export function answerOpenCode({ effect, reason, input }: Plan): JsonObject {
  if (effect === "deny") return { throw: reason };
  return input === undefined ? {} : { args: input };
}
