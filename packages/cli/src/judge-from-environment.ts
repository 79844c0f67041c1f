import type { Need, Verdict } from "@gatehouse/engine";
import type { Io } from "./io.js";

/** Answers the needs of judge policies. */
export type JudgeNeed = (need: Need, call: { readonly signal: AbortSignal }) => Promise<Verdict>;

/**
 * The judge that the environment gives access to (`ANTHROPIC_API_KEY`, `OPENAI_API_KEY` with `OPENAI_BASE_URL`,
 * `OLLAMA_HOST`). It is loaded with the first question: most decisions need none.
 *
 * @param model `provider/model`, asked where a policy names none
 * @param notice told once what is missing
 */
export function judgeFromEnvironment(
  env: Io["env"],
  model: string | undefined,
  notice: (message: string) => void,
): JudgeNeed {
  let handler: Promise<JudgeNeed> | undefined;
  return async (need, call) => {
    handler ??= openJudge(env, model, notice);
    return await (await handler)(need, call);
  };
}

async function openJudge(
  env: Io["env"],
  model: string | undefined,
  notice: (message: string) => void,
): Promise<JudgeNeed> {
  const { createJudge, judgeHandler } = await import("@gatehouse/judge");
  return judgeHandler(
    createJudge({ env, ...(model === undefined ? {} : { model }), onNotice: (one) => notice(one.message) }),
  );
}
