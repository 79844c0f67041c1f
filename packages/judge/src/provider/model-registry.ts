import { JudgeFailure } from "../failure.js";
import type { JudgeOptions } from "../judge-options.js";
import { quote } from "../quote.js";
import { customModel } from "./custom-model.js";
import type { Model } from "./model-call.js";
import { parseModelName } from "./model-name.js";
import { providerSettings } from "./provider-settings.js";
import { sdkModel } from "./sdk-model.js";

/** Models kept ready; policies name few. */
const maxModels = 100;

/** Finds the model that a question names. */
export interface ModelRegistry {
  /**
   * @param name - `provider/model`, a size, or absent for the default.
   * @throws JudgeFailure `judge-unavailable` when it cannot be called.
   */
  find(name: string | undefined): Model;
}

/** @param now - milliseconds since 1970. */
export function modelRegistry(options: JudgeOptions, now: () => number): ModelRegistry {
  const models = new Map<string, Model>();
  return {
    find(name) {
      const wanted = resolveSize(name ?? options.model ?? "", options);
      const known = models.get(wanted);
      if (known !== undefined) return known;
      const model = makeModel(wanted, options, now);
      if (models.size < maxModels) models.set(wanted, model);
      return model;
    },
  };
}

function makeModel(name: string, options: JudgeOptions, now: () => number): Model {
  if (options.custom !== undefined)
    return customModel(options.custom, name, options.customReply ?? "lenient");
  if (name === "") throw unavailable("no model is configured: set `model` to `provider/model`");
  const parsed = parseModelName(name);
  if (parsed === undefined)
    throw unavailable(`expected a model as \`provider/model\`, found ${quote(name, 80)}`);
  const settings = providerSettings(parsed.provider, options.providers ?? {}, options.env ?? {});
  if ("problem" in settings) throw unavailable(settings.problem);
  return sdkModel(settings, parsed.model, {
    maxOutputTokens: options.maxOutputTokens ?? 2_048,
    temperature: options.temperature,
    now,
  });
}

/** `small` → the model of that size; other names stay. A size may be the default. */
function resolveSize(name: string, options: JudgeOptions): string {
  if (name !== "small" && name !== "medium" && name !== "large") return name;
  const sized = options.sizes?.[name];
  if (sized === undefined && options.custom === undefined) {
    throw unavailable(`no model of the size \`${name}\` is configured: set \`sizes\``);
  }
  return sized ?? name;
}

function unavailable(message: string): JudgeFailure {
  return new JudgeFailure("judge-unavailable", message);
}
