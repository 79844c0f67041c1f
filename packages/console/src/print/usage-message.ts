import type { UsageError } from "../errors.js";
import { printable } from "./printable.js";

/** What bad usage says on standard error: the message, and the cure below it. */
export function usageMessage({ message, cure }: UsageError): string {
  return `gatehouse: ${printable(message)}\n${cure === undefined ? "" : `  ${printable(cure)}\n`}`;
}
