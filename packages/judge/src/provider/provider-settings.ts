import { quoteUntrusted } from "../hidden-part.js";
import type {
  ProviderEnvironment,
  ProviderKind,
  ProviderOptions,
  ProviderSettings,
} from "./provider-options.js";

interface Known {
  readonly kind: ProviderKind;
  readonly baseUrl?: string;
  readonly urlVariable: string;
  readonly keyVariable: string;
  readonly needsKey: boolean;
}

const known: ReadonlyMap<string, Known> = new Map([
  [
    "anthropic",
    {
      kind: "anthropic",
      baseUrl: "https://api.anthropic.com/v1",
      urlVariable: "ANTHROPIC_BASE_URL",
      keyVariable: "ANTHROPIC_API_KEY",
      needsKey: true,
    },
  ],
  [
    "openai",
    {
      kind: "openai",
      baseUrl: "https://api.openai.com/v1",
      urlVariable: "OPENAI_BASE_URL",
      keyVariable: "OPENAI_API_KEY",
      needsKey: true,
    },
  ],
  [
    "ollama",
    {
      kind: "openai-compatible",
      baseUrl: "http://127.0.0.1:11434/v1",
      urlVariable: "OLLAMA_HOST",
      keyVariable: "OLLAMA_API_KEY",
      needsKey: false,
    },
  ],
]);

const compatible: Known = {
  kind: "openai-compatible",
  urlVariable: "OPENAI_COMPATIBLE_BASE_URL",
  keyVariable: "OPENAI_COMPATIBLE_API_KEY",
  needsKey: false,
};

/**
 * Everything that a call to the provider needs, or the reason why it cannot be called.
 *
 * @param name - the part of the model's name before the slash.
 */
export function providerSettings(
  name: string,
  options: Readonly<Record<string, ProviderOptions>>,
  env: ProviderEnvironment,
): ProviderSettings | { readonly problem: string } {
  const own = Object.hasOwn(options, name) ? options[name] : undefined;
  // A provider of another name does not get the keys of a known one.
  const readsEnv = known.has(name) || name === "openai-compatible";
  if (own === undefined && !readsEnv) {
    const names = [...known.keys(), ...Object.keys(options)].join(", ");
    return {
      problem: `unknown provider ${quoteUntrusted(name, 40)}: expected one of ${names}, or an entry in \`providers\``,
    };
  }
  const defaults = known.get(name) ?? compatible;
  const { apiKey, url } = connectionOf(own, defaults, readsEnv ? env : {});
  if (url === undefined) {
    return {
      problem: `no server for ${quoteUntrusted(name, 40)}: set \`providers\` … \`baseUrl\`${readsEnv ? ` or ${defaults.urlVariable}` : ""}`,
    };
  }
  const baseUrl = readUrl(name === "ollama" ? ollamaUrl(url) : url);
  if (baseUrl === undefined)
    return { problem: `the base URL of ${quoteUntrusted(name, 40)} is not an http or https address` };
  if (apiKey === undefined && defaults.needsKey) {
    return { problem: `no key for ${quoteUntrusted(name, 40)}: set ${defaults.keyVariable}` };
  }
  return { name, baseUrl, apiKey, ...protocolOf(own ?? {}, defaults) };
}

function connectionOf(
  own: ProviderOptions | undefined,
  defaults: Known,
  env: ProviderEnvironment,
): { readonly apiKey: string | undefined; readonly url: string | undefined } {
  return {
    apiKey: own?.apiKey ?? nonEmpty(env[defaults.keyVariable]),
    url: own?.baseUrl ?? nonEmpty(env[defaults.urlVariable]) ?? defaults.baseUrl,
  };
}

/** How the provider is spoken to. */
function protocolOf(
  options: ProviderOptions,
  defaults: Known,
): Pick<ProviderSettings, "kind" | "headers" | "structuredOutput" | "reply"> {
  const structuredOutput = options.structuredOutput ?? true;
  return {
    kind: options.kind ?? defaults.kind,
    headers: options.headers ?? {},
    structuredOutput,
    reply: options.reply ?? (structuredOutput ? "strict" : "lenient"),
  };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text.trim();
}

/** `OLLAMA_HOST` is a host, a host and port, or an address without the path of the protocol. */
function ollamaUrl(text: string): string {
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) return text;
  if (url.port === "" && url.protocol === "http:") url.port = "11434";
  if (url.pathname === "/") url.pathname = "/v1";
  return url.href;
}

function readUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  return url.href.endsWith("/") ? url.href.slice(0, -1) : url.href;
}
