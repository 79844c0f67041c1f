import type { JudgeHandler } from "@gatehouse-hooks/engine";
import { ownRecord } from "@gatehouse-hooks/json";
import { JudgeFailure } from "../failure.js";
import { quoteUntrusted } from "../hidden-part.js";
import type { CompiledPrompt, PromptLanguage } from "./prompt-language.js";

/** Prompts that are kept ready; policies name few. */
const MAX_PROMPTS = 200;

/** The prompt of a need in a language, and the language. */
export interface FoundPrompt {
  readonly language: PromptLanguage;
  readonly prompt: CompiledPrompt;
}

/**
 * Finds the language that a handler names, and reads its prompt, or takes the one that was read before.
 *
 * @returns a function that throws JudgeFailure `bad-question`
 */
export function compiledPrompts(
  given: Readonly<Record<string, PromptLanguage>>,
): (handler: JudgeHandler, name: string) => FoundPrompt {
  const languages = ownRecord(given);
  const ready = new Map<string, CompiledPrompt>();
  return (handler, name) => {
    const language = languages[name];
    if (language === undefined) {
      throw new JudgeFailure(
        "bad-question",
        `the prompt is in the language ${quoteUntrusted(name, 40)}, which the judge does not know: give it to \`withPromptLanguages\``,
      );
    }
    const key = JSON.stringify([name, handler.schema ?? null, handler.prompt]);
    const known = ready.get(key);
    if (known !== undefined) return { language, prompt: known };
    const compiled = language.compile(handler);
    if (!compiled.ok) throw new JudgeFailure("bad-question", compiled.problem);
    if (ready.size < MAX_PROMPTS) ready.set(key, compiled);
    return { language, prompt: compiled };
  };
}
