import type { CommandWords } from "../command-words.js";
import { dockerAgentVariables } from "./environment.js";
import { type HookWords, parseHookOutput } from "./output/parse-hook-output.js";

/**
 * The words of docker-agent's hook commands, of one generation; and of native policies, which speak the newest ones and are
 * read strictly.
 */
export function dockerAgentWords(words: HookWords): CommandWords {
  const { variables, workingDir } = dockerAgentVariables();
  return {
    variables,
    workingDir,
    interpret: (run, { event, handler }) =>
      parseHookOutput(run, event, { words, strict: handler.strictOutput === true }),
  };
}
