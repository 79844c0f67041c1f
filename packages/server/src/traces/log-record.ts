import { type AnyValueMap, logs, SeverityNumber } from "@opentelemetry/api-logs";

/** What is told: no word of an event. */
interface ToldRecord {
  /** `gatehouse.decision`. */
  readonly name: string;
  readonly body: string;
  readonly isError?: boolean;
  readonly attributes?: Readonly<Record<string, string | null>>;
}

/**
 * Tells the logs of OpenTelemetry, with the span of the request that it belongs to. Where the process has no SDK, nothing is recorded and
 * nothing is sent.
 */
export function logRecord({ name, body, isError = false, attributes = {} }: ToldRecord): void {
  const told: AnyValueMap = Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== null),
  );
  logs.getLogger("gatehouse-server").emit({
    eventName: name,
    body,
    severityNumber: isError ? SeverityNumber.ERROR : SeverityNumber.INFO,
    severityText: isError ? "ERROR" : "INFO",
    attributes: told,
  });
}
