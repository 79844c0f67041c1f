import type { Judge } from "@gatehouse-hooks/judge";
import { isRecord } from "@gatehouse-hooks/json";
import type { HandlerFunction, Notice } from "@gatehouse-hooks/runtime/portable";
import type { GatehouseOptions } from "./options.js";

/**
 * The judge as a handler. Its code, and that of its models, is loaded with the first question: most decisions need none.
 *
 * @throws TypeError for what is neither a judge nor the name of a model
 */
export function judgeOf(
  given: GatehouseOptions["judge"],
  onNotice: ((notice: Notice) => void) | undefined,
): HandlerFunction<"judge"> | undefined {
  if (given === undefined) return undefined;
  if (!isJudge(given) && !(isRecord(given) && typeof given["model"] === "string"))
    throw new TypeError("expected `judge` to be made by `createJudge`, or `{ model, env }`");
  let handler: Promise<HandlerFunction<"judge">> | undefined;
  return async (need, context) => {
    handler ??= import("@gatehouse-hooks/judge").then(({ createJudge, judgeHandler }) =>
      judgeHandler(
        isJudge(given) ? given : createJudge({ ...given, ...(onNotice !== undefined && { onNotice }) }),
      ),
    );
    return await (
      await handler
    )(need, context);
  };
}

function isJudge(given: unknown): given is Judge {
  return typeof given === "object" && given !== null && "judge" in given && typeof given.judge === "function";
}
