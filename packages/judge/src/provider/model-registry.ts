import { JudgeFailure } from "../failure.js";
import type { JudgeOptions } from "../judge-options.js";
import { quoteUntrusted } from "../hidden-part.js";
import { customModel } from "./custom-model.js";
import type { Model } from "./model-call.js";
import type { ProviderSettings } from "./provider-options.js";
import { providerSettings } from "./provider-settings.js";
import { sdkModel } from "./sdk-model.js";

/** Models kept ready; policies name few. */
const maxModels = 100;

/** Finds the model that a question names. */
interface ModelRegistry {
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

/**
 * Why questions to a model could not be asked, or undefined. For checking names early: no server is called.
 *
 * @param name - `provider/model`, a size, or absent for the default.
 *
 * @example
 * ```ts
 * modelProblem("claude-sonnet"); // "expected a model as `provider/model`, found `claude-sonnet`: did you mean `anthropic/claude-sonnet`?"
 * ```
 */
export function modelProblem(name: string | undefined, options: JudgeOptions = {}): string | undefined {
  const settings = settingsOf(resolveSize(name ?? options.model ?? "", options), options);
  return typeof settings === "string" ? settings : undefined;
}

function makeModel(name: string, options: JudgeOptions, now: () => number): Model {
  if (options.custom !== undefined)
    return customModel(options.custom, name, options.customReply ?? "lenient");
  const settings = settingsOf(name, options);
  if (typeof settings === "string") throw new JudgeFailure("judge-unavailable", settings);
  if (settings === undefined) throw new TypeError("a judge with `custom` needs no settings");
  return sdkModel(settings.provider, settings.model, {
    maxOutputTokens: options.maxOutputTokens ?? 2_048,
    temperature: options.temperature,
    now,
  });
}

interface ModelSettings {
  readonly provider: ProviderSettings;
  readonly model: string;
}

/** What a call needs; a string says why it cannot be made; undefined: `custom` answers for every name. */
function settingsOf(name: string, options: JudgeOptions): ModelSettings | string | undefined {
  if (options.custom !== undefined) return undefined;
  if (name === "") return "no model is configured: set `model` to `provider/model`";
  if (isSize(name)) return `no model of the size \`${name}\` is configured: set \`sizes\``;
  const parsed = parseModelName(name);
  if (parsed === undefined) {
    const guess = providerGuess(name);
    const cure = guess === undefined ? "" : `: did you mean ${quoteUntrusted(`${guess}/${name}`, 80)}?`;
    return `expected a model as \`provider/model\`, found ${quoteUntrusted(name, 80)}${cure}`;
  }
  const provider = providerSettings(parsed.provider, options.providers ?? {}, options.env ?? {});
  return "problem" in provider ? provider.problem : { provider, model: parsed.model };
}

/** `small` → the model of that size, else the default one; other names stay. A size may be the default. */
function resolveSize(name: string, { sizes = {}, model, custom }: JudgeOptions): string {
  if (!isSize(name)) return name;
  const sized = (size: Size): string | undefined => (Object.hasOwn(sizes, size) ? sizes[size] : undefined);
  const found = sized(name);
  // A custom provider is told the size that was asked for.
  if (found !== undefined || custom !== undefined || model === undefined) return found ?? name;
  return isSize(model) ? (sized(model) ?? name) : model;
}

type Size = "small" | "medium" | "large";

function isSize(name: string): name is Size {
  return name === "small" || name === "medium" || name === "large";
}

/** The provider of a well-known family of models. */
function providerGuess(name: string): string | undefined {
  if (/^claude-/i.test(name)) return "anthropic";
  return /^(?:gpt-|o[1-9]|chatgpt-)/i.test(name) ? "openai" : undefined;
}

/** A model as policies name it, in parts. */
interface ModelName {
  readonly provider: string;
  /** As the provider knows it; may hold further slashes. */
  readonly model: string;
}

/** Splits `provider/model`; `undefined` when a part is missing. */
function parseModelName(name: string): ModelName | undefined {
  const at = name.indexOf("/");
  if (at <= 0 || at === name.length - 1) return undefined;
  return { provider: name.slice(0, at), model: name.slice(at + 1) };
}
