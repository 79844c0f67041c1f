import type { AuditTrail } from "@gatehouse-hooks/audit";
import { createVerdictCache, type VerdictCache } from "@gatehouse-hooks/cache";
import {
  createGatehouse,
  type Gatehouse,
  GatehouseError,
  type MemoryStore,
  type PoliciesFrom,
  processMemoryStore,
} from "@gatehouse-hooks/core";
import type { RedisMemory } from "@gatehouse-hooks/cache/redis";
import { contentHash } from "@gatehouse-hooks/runtime";
import { type Caller, decisionTracer, type TenantOptions } from "@gatehouse-hooks/server";
import { join, resolve } from "node:path";
import { type Io, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { followTenant } from "./follow-tenant.js";
import { secretOf } from "./secret-of.js";
import type {
  ServerFile,
  ServerFileCaller,
  ServerFilePolicies,
  ServerFileTenant,
} from "./server-file.schema.js";

/** What a tenant is opened with. */
interface OpenTenantOptions {
  readonly io: Io;
  readonly file: ServerFile;
  /** Relative paths of the file are below it. */
  readonly folder: string;
  readonly redis: string | undefined;
  /** Seals the verdicts of a shared cache. */
  readonly key: string;
  readonly onNotice: (notice: { readonly code: string; readonly message: string }) => void;
}

/** A tenant with everything that is open for it. */
export interface OpenTenant {
  readonly options: TenantOptions;
  readonly trail: AuditTrail | undefined;
  /**
   * Its policies, read anew; undefined where there are none that are newer.
   *
   * @throws Error with words for people, where something is wrong with them: the present ones stay
   */
  readonly look: () => Promise<Gatehouse | undefined>;
  /** How often to look for a newer bundle; undefined where there is none. */
  readonly everySeconds: number | undefined;
  /** After the server's own end. */
  readonly close: () => Promise<void>;
}

/** @throws UsageError for policies with errors, and secrets that are not there */
export async function openTenant(
  name: string,
  tenant: ServerFileTenant,
  options: OpenTenantOptions,
): Promise<OpenTenant> {
  const { io, folder, onNotice } = options;
  const cache = await cacheOf(name, options);
  const trail = await trailOf(name, options);
  const memory = await memoryOf(name, options);
  const { model, unknownEvents, abstain, bundle } = tenant;
  const given = (tenant.policies ?? []).map((one) => policiesFrom(folder, one));
  const made = async (policies: readonly PoliciesFrom[]): Promise<Gatehouse> => {
    try {
      return await createGatehouse({
        ...{ policies, cache, memory, tracer: decisionTracer() },
        unknownEvents,
        onNotice,
        onIssues: "throw",
        ...(model !== undefined && { judge: { model, env: io.env } }),
        ...(trail !== undefined && { audit: trail }),
      });
    } catch (error) {
      // A format that is none.
      if (error instanceof TypeError) throw new UsageError(`the tenant \`${name}\`: ${error.message}`);
      if (!(error instanceof GatehouseError)) throw error;
      throw new UsageError(`the policies of the tenant \`${name}\`: ${printable(error.message)}`);
    }
  };
  const followed =
    bundle === undefined
      ? undefined
      : await followTenant(bundle, { io, folder, tenant: name, open: made, say: onNotice });
  return {
    options: {
      name,
      abstain,
      gatehouse: followed?.gatehouse ?? (await made(given)),
      callers: tenant.callers.map((caller) => callerOf(caller, name, options)),
    },
    trail,
    look: followed === undefined ? async () => await made(given) : followed.look,
    everySeconds: bundle?.everySeconds,
    close: async () => {
      await trail?.close();
      await cache.close();
      await memory.close?.();
    },
  };
}

function policiesFrom(folder: string, given: string | ServerFilePolicies): PoliciesFrom {
  const { path, format, tier = "user" } = typeof given === "string" ? { path: given } : given;
  return { path: resolve(folder, path), tier, ...(format !== undefined && { format }) };
}

async function cacheOf(name: string, { redis, key, onNotice }: OpenTenantOptions): Promise<VerdictCache> {
  if (redis === undefined) return createVerdictCache({ onNotice });
  const { redisStore } = await import("@gatehouse-hooks/cache/redis");
  // Each tenant's verdicts are its own.
  return createVerdictCache({
    onNotice,
    store: redisStore({ url: redis, secret: key, namespace: `gatehouse:${name}` }),
  });
}

/** What sessions have done outlives the policies that are read anew; servers that share a Redis share it. */
async function memoryOf(
  name: string,
  { redis, key }: OpenTenantOptions,
): Promise<MemoryStore & Partial<Pick<RedisMemory, "close">>> {
  if (redis === undefined) return processMemoryStore();
  const { redisMemoryStore } = await import("@gatehouse-hooks/cache/redis");
  return redisMemoryStore({ url: redis, secret: key, namespace: `gatehouse:${name}` });
}

async function trailOf(
  name: string,
  { file, folder, onNotice }: OpenTenantOptions,
): Promise<AuditTrail | undefined> {
  if (file.audit === undefined) return undefined;
  const [{ createAuditTrail }, { redact }] = await Promise.all([
    import("@gatehouse-hooks/audit"),
    import("@gatehouse-hooks/redact"),
  ]);
  return createAuditTrail({ directory: join(resolve(folder, file.audit), name), redact, onNotice });
}

function callerOf(
  { name, roles, token, tokenSha256, certificateSha256 }: ServerFileCaller,
  tenant: string,
  { io, folder }: OpenTenantOptions,
): Caller {
  const given =
    token === undefined
      ? tokenSha256
      : contentHash(Buffer.from(secretOf(io, token, `the token of \`${name}\` of \`${tenant}\``, folder)));
  return {
    ...{ name, roles },
    ...(given !== undefined && { tokenSha256: given }),
    ...(certificateSha256 !== undefined && { certificateSha256 }),
  };
}
