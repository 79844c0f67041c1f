import { version } from "@gatehouse-hooks/console";
import type { DecisionTracer } from "@gatehouse-hooks/core/hook";
import { own } from "@gatehouse-hooks/json";
import type { Context, TextMapPropagator, TracerProvider } from "@opentelemetry/api";
import { pathToFileURL } from "node:url";

/** What the user's module exports: an SDK of OpenTelemetry, and the API that it was made with. */
interface TracingModule {
  readonly api: { readonly propagation: Pick<TextMapPropagator, "extract">; readonly ROOT_CONTEXT: Context };
  readonly provider: TracerProvider & { readonly forceFlush: () => Promise<void> };
}

/** Where the decisions of hooks are traced. */
export interface Tracing {
  /**
   * For the spans of one call.
   *
   * @param parent a `traceparent` (W3C Trace Context); anything else is no parent
   */
  readonly tracerUnder: (parent: string | undefined) => DecisionTracer;
  /** Sends what has not been sent. Never rejects, and takes a second at most. */
  readonly flush: () => Promise<void>;
}

const LOAD_MS = 5_000;
const FLUSH_MS = 1_000;

/**
 * Loads the module that the user's settings name.
 *
 * @param file absolute
 * @returns undefined where it fails, takes longer than five seconds or exports something else: then all is decided as without it
 */
export async function openTracing(file: string): Promise<Tracing | undefined> {
  const module = await within(LOAD_MS, async (): Promise<unknown> => await import(pathToFileURL(file).href));
  if (!isTracingModule(module)) return undefined;
  const { api, provider } = module;
  return {
    tracerUnder: (parent) => ({
      startActiveSpan: (name, options, work) => {
        const under =
          parent === undefined
            ? api.ROOT_CONTEXT
            : api.propagation.extract(api.ROOT_CONTEXT, { traceparent: parent }, GETTER);
        return provider.getTracer("gatehouse", version).startActiveSpan(name, options, under, work);
      },
    }),
    flush: async () => await within(FLUSH_MS, async () => await provider.forceFlush()),
  };
}

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

/** Never rejects. @returns undefined for what failed, and what took longer */
async function within<T>(ms: number, work: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } catch {
    // Tracing is not what decides.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
