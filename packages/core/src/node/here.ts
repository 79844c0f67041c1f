import type { AuditTrail } from "@gatehouse-hooks/audit";
import {
  auditHandlers,
  auditRuntime,
  type Handlers,
  type PolicyFiles,
  type PolicyRoot,
  readPolicyFiles,
  type Runtime,
} from "@gatehouse-hooks/runtime";
import { fileURLToPath } from "node:url";

/** Reads policy files and folders. A path that is named must be there. */
export async function readFiles(roots: readonly PolicyRoot[]): Promise<PolicyFiles> {
  return await readPolicyFiles(roots);
}

/** A `file:` address as a path. @throws TypeError for another address */
export function filePath(address: URL): string {
  return fileURLToPath(address);
}

/** Handlers and a runtime that are recorded in a trail. */
export const audited: {
  readonly handlers: (handlers: Handlers, trail: AuditTrail) => Handlers;
  readonly runtime: (runtime: Runtime, trail: AuditTrail) => Runtime;
} = {
  handlers: auditHandlers,
  runtime: (runtime, trail) => auditRuntime(runtime, trail),
};
