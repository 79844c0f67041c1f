import { version } from "@gatehouse-hooks/console";
import { own } from "@gatehouse-hooks/json";
import type { Context, SpanOptions, TextMapPropagator } from "@opentelemetry/api";
import { pathToFileURL } from "node:url";
import type { EndedSpan } from "./hook-messages.js";

/** What the user's module exports: an SDK of OpenTelemetry, and the API that it was made with. */
interface TracingModule {
  readonly api: { readonly propagation: Pick<TextMapPropagator, "extract">; readonly ROOT_CONTEXT: Context };
  readonly provider: {
    readonly getTracer: (name: string, version: string) => SpanTracer;
    readonly forceFlush: () => Promise<void>;
  };
}

/** What is needed of a tracer. The code of a status is that of an error. */
interface SpanTracer {
  readonly startSpan: (
    name: string,
    options: SpanOptions,
    context: Context,
  ) => {
    readonly setStatus: (status: { readonly code: typeof ERROR }) => unknown;
    readonly end: (time: number) => void;
  };
}

/** Gives spans to an SDK. */
export interface SpanSink {
  /** @throws what the SDK throws */
  readonly give: (spans: readonly EndedSpan[]) => void;
  /** Sends what has not been sent. */
  readonly flush: () => Promise<void>;
}

/**
 * Loads the module that the user's settings name: for a process that decides nothing.
 *
 * @param file absolute
 * @throws Error where it fails, or exports something else
 */
export async function openSpanSink(file: string): Promise<SpanSink> {
  const module: unknown = await import(pathToFileURL(file).href);
  if (!isTracingModule(module))
    throw new Error("it does not export `api` and `provider` of an SDK of OpenTelemetry");
  const { api, provider } = module;
  const tracer = provider.getTracer("gatehouse", version);
  return {
    give: (spans) => {
      for (const { name, parent, startTime, endTime, attributes, isError } of spans) {
        const { propagation, ROOT_CONTEXT } = api;
        const under =
          parent === undefined
            ? ROOT_CONTEXT
            : propagation.extract(ROOT_CONTEXT, { traceparent: parent }, GETTER);
        const span = tracer.startSpan(name, { startTime, attributes }, under);
        if (isError) span.setStatus({ code: ERROR });
        span.end(endTime);
      }
    },
    flush: async () => await provider.forceFlush(),
  };
}

const ERROR = 2;
const GETTER = {
  get: (carrier: Readonly<Record<string, string>>, key: string): string | undefined => own(carrier, key),
  keys: (carrier: object): string[] => Object.keys(carrier),
};

function isTracingModule(module: unknown): module is TracingModule {
  const [api, provider] = ["api", "provider"].map((name) => member(module, name));
  return (
    typeof member(member(api, "propagation"), "extract") === "function" &&
    ["getTracer", "forceFlush"].every((name) => typeof member(provider, name) === "function")
  );
}

/** Also what is inherited: these are instances of classes. */
function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
