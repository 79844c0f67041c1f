import type { AuditTrail } from "@gatehouse-hooks/audit";
import type { Handlers, PolicyFiles, PolicyRoot, Runtime } from "@gatehouse-hooks/runtime";

const NO_FILES = "there are no files here: give `policies` as `{ text }` or as definitions";
const NO_TRAIL = "there are no files here, so an audit trail cannot be written";

/** @throws TypeError: there is no file system */
export function readFiles(_roots: readonly PolicyRoot[]): Promise<PolicyFiles> {
  throw new TypeError(NO_FILES);
}

/** @throws TypeError: there is no file system */
export function filePath(_address: URL): string {
  throw new TypeError(NO_FILES);
}

/** Handlers and a runtime that are recorded in a trail: not here. @throws TypeError */
export const audited: {
  readonly handlers: (handlers: Handlers, trail: AuditTrail) => Handlers;
  readonly runtime: (runtime: Runtime, trail: AuditTrail) => Runtime;
} = {
  handlers: () => {
    throw new TypeError(NO_TRAIL);
  },
  runtime: () => {
    throw new TypeError(NO_TRAIL);
  },
};
