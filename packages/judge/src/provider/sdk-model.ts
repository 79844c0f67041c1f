import type * as Sdk from "ai";

import { JudgeFailure } from "../failure.js";
import { abortError } from "../robust/deadline.js";
import { boundedFetch } from "./bounded-fetch.js";
import type { Model, ModelCall, ModelReply } from "./model-call.js";
import type { ProviderSettings } from "./provider-options.js";
import { sdkFailure } from "./sdk-failure.js";

/** Requests of one question to a model with tools; a model that still wants a tool then has not answered. */
const maxSteps = 12;

/** What the SDK is told about each call. */
interface SdkOptions {
  /** Tokens that a reply may cost. */
  readonly maxOutputTokens: number;
  /** `undefined` leaves it to the provider. */
  readonly temperature: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A model behind the AI SDK. The SDK is loaded by the first call. */
export function sdkModel(settings: ProviderSettings, id: string, options: SdkOptions): Model {
  let loading: Promise<LoadedModel> | undefined;
  return {
    reply: settings.reply,
    provider: settings.name,
    async call(request) {
      loading ??= loadModel(settings, id);
      try {
        return await generate(await loading, request, settings, options);
      } catch (error) {
        // The deadline or the caller ended the call, and says what that means.
        if (request.signal.aborted) throw abortError(request.signal);
        throw sdkFailure(error, settings.name, options.now());
      }
    },
  };
}

/** The SDK, and a model of it. */
interface LoadedModel {
  readonly sdk: typeof Sdk;
  readonly model: Sdk.LanguageModel;
}

async function generate(
  { sdk, model }: LoadedModel,
  request: ModelCall,
  settings: ProviderSettings,
  options: SdkOptions,
): Promise<ModelReply> {
  const { generateText, jsonSchema, Output, stepCountIs, tool } = sdk;
  const tools = (request.tools ?? []).map(
    ({ name, description, input, run }) =>
      [
        name,
        tool({
          description,
          inputSchema: jsonSchema(input),
          execute: (given) => run(given, request.signal),
        }),
      ] as const,
  );
  const result = await generateText({
    model,
    system: request.system,
    prompt: request.prompt,
    maxOutputTokens: options.maxOutputTokens,
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    // Retries are the judge's own: they know the deadline and the budget.
    maxRetries: 0,
    abortSignal: request.signal,
    ...(tools.length === 0 ? {} : { tools: Object.fromEntries(tools), stopWhen: stepCountIs(maxSteps) }),
    ...(settings.structuredOutput
      ? { output: asText(Output.object({ schema: jsonSchema(request.schema) })) }
      : {}),
  });
  const { inputTokens, outputTokens } = result.totalUsage;
  return {
    text: result.text,
    // A call of a tool that was not offered: the model wants more than to answer, whatever the server says.
    finishReason: result.toolCalls.length > 0 ? "tool-calls" : result.finishReason,
    usage: { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 },
  };
}

/** The schema is sent, but the reply is read by `parseReply` alone: the SDK's reader takes duplicate keys. */
function asText<T extends { parseCompleteOutput: unknown }>(output: T): T {
  return { ...output, parseCompleteOutput: ({ text }: { readonly text: string }) => Promise.resolve(text) };
}

async function loadModel(settings: ProviderSettings, id: string): Promise<LoadedModel> {
  // With a `catch` on each import, a bundler without the package warns at most.
  const sdk = await import("ai").catch(missing(settings));
  const model = sdk.wrapLanguageModel({
    model: await providerModel(settings, id),
    // The SDK prints warnings on the console; a library does not.
    middleware: {
      specificationVersion: "v3",
      wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
    },
  });
  return { sdk, model };
}

/** What browsers and workers, which have no code for it, say of a package that is not there. */
const NOT_FOUND = /(?:module|bare) specifier|does not resolve|no such module|cannot find (?:module|package)/i;

/** What to install, where that is what is wrong. */
function missing({ kind }: ProviderSettings): (reason: unknown) => never {
  return (reason) => {
    const code = reason instanceof Error && "code" in reason ? reason.code : undefined;
    const isMissing =
      code === "ERR_MODULE_NOT_FOUND" ||
      code === "MODULE_NOT_FOUND" ||
      (reason instanceof Error && NOT_FOUND.test(reason.message));
    if (!isMissing) throw reason;
    throw new JudgeFailure(
      "judge-unavailable",
      `install \`ai\` and \`@ai-sdk/${kind}\` to use this provider`,
    );
  };
}

async function providerModel(settings: ProviderSettings, id: string) {
  const { baseUrl: baseURL, name } = settings;
  const shared = { baseURL, name, headers: { ...settings.headers }, fetch: boundedFetch };
  // An empty key is passed on: without one the SDK would look into the environment by itself.
  const apiKey = settings.apiKey ?? "";
  switch (settings.kind) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic").catch(missing(settings));
      return createAnthropic({ ...shared, apiKey })(id);
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai").catch(missing(settings));
      return createOpenAI({ ...shared, apiKey }).chat(id);
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible").catch(missing(settings));
      return createOpenAICompatible({
        ...shared,
        ...(settings.apiKey === undefined ? {} : { apiKey }),
        supportsStructuredOutputs: settings.structuredOutput,
      })(id);
    }
  }
}
