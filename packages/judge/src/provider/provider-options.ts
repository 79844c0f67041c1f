/** The protocols that are spoken. */
export type ProviderKind = "anthropic" | "openai" | "openai-compatible";

/** One entry of `providers`. What is absent comes from the environment, then from the provider's default. */
export interface ProviderOptions {
  /** Default: the entry's own name for `anthropic` and `openai`, else `openai-compatible`. */
  readonly kind?: ProviderKind;
  /** For example `http://127.0.0.1:8000/v1`. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Sent with each request, after the provider's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The server enforces a JSON Schema. Default true. */
  readonly structuredOutput?: boolean;
  /** Overrides the reader: default `strict` with structured output, else `lenient`. */
  readonly reply?: "strict" | "lenient";
}

/** Environment variables, as in `process.env`. */
export type ProviderEnvironment = Readonly<Record<string, string | undefined>>;

/** A provider that can be called. */
export interface ProviderSettings {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly structuredOutput: boolean;
  readonly reply: "strict" | "lenient";
}
