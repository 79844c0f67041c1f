import { PROMPT_LANGUAGES } from "@gatehouse-hooks/hosts";
import type { HandlerFunction } from "@gatehouse-hooks/runtime";
import type { Io } from "@gatehouse-hooks/console";

/** Told what is missing. */
export type TellNotice = (notice: { readonly code: string; readonly message: string }) => void;

/**
 * The judge that the environment gives access to (`ANTHROPIC_API_KEY`, `OPENAI_API_KEY` with `OPENAI_BASE_URL`,
 * `OLLAMA_HOST`). Its code is loaded with the first question: most decisions need none.
 *
 * @param model `provider/model`, asked where a policy names none
 */
export function judgeFromEnvironment(
  env: Io["env"],
  model: string,
  onNotice: TellNotice,
): HandlerFunction<"judge"> {
  let handler: Promise<HandlerFunction<"judge">> | undefined;
  /** What is missing for the provider of policies that name no model: it matters when that provider is asked. */
  const ofDefault: Parameters<TellNotice>[0][] = [];
  let isMade = false;
  const told: TellNotice = (notice) => {
    if (isMade) onNotice(notice);
    else ofDefault.push(notice);
  };
  return async (need, call) => {
    handler ??= import("@gatehouse-hooks/judge").then(
      ({ createJudge, judgeHandler, withPromptLanguages }) => {
        const options = { env, model, onNotice: told };
        const made = withPromptLanguages(judgeHandler(createJudge(options)), PROMPT_LANGUAGES, options);
        isMade = true;
        return made;
      },
    );
    const judge = await handler;
    if (providerOf(need.handler.model ?? model) === providerOf(model))
      for (const notice of ofDefault.splice(0)) onNotice(notice);
    return await judge(need, call);
  };
}

/** The provider of `provider/model`. */
function providerOf(model: string): string {
  return model.slice(0, Math.max(0, model.indexOf("/")));
}
