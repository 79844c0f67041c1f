import { types } from "node:util";

/** Node knows which objects are proxies; they are refused, since each read of one may answer differently. */
export const isProxy: (value: unknown) => boolean = types.isProxy;

/** Told as a warning of the process, on stderr. */
export function warn(message: string, code: string): void {
  process.emitWarning(message, { type: "GatehouseNotice", code });
}
