import type { JsonObject } from "@gatehouse-hooks/json";
import type { Plan } from "../wire/plan.js";

/** What Gatehouse's plugin reads: what to throw, the arguments to write into the call, or the parts of its result. */
export function answerOpenCode({ effect, reason, input, result }: Plan): JsonObject {
  if (effect === "deny") return { throw: reason };
  if (result !== undefined) return { result };
  return input === undefined ? {} : { args: input };
}
