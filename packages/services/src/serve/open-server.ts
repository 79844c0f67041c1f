import {
  type ApprovalStore,
  createDecisionServer,
  type DecisionServer,
  memoryApprovals,
} from "@gatehouse-hooks/server";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Io, messageOf, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import type { OpenPasskeys } from "./open-passkeys.js";
import { passkeysOfFile } from "./passkeys-of-file.js";
import { openTenant, type OpenTenant } from "./open-tenant.js";
import { secretOf } from "./secret-of.js";
import type { ServerFile } from "./server-file.schema.js";

/** A server that is open and does not listen yet. */
export interface OpenServer {
  readonly server: DecisionServer;
  /** Those of people who approve; undefined: they approve with tokens. */
  readonly passkeys: OpenPasskeys | undefined;
  readonly tls: { readonly key: string; readonly cert: string; readonly ca?: string } | undefined;
  /**
   * Reads all policies anew, and puts them in force all at once for each tenant. A tenant whose policies have errors keeps its present
   * ones.
   *
   * @returns what to tell, a line for each tenant
   */
  readonly reload: () => Promise<readonly string[]>;
  /** Looks for newer bundles as often as the file says. Returns what ends it. */
  readonly follow: (say: (line: string) => void) => () => void;
  readonly close: () => Promise<void>;
}

/** What became of looking for a tenant's policies, and what to tell of it. */
interface Looked {
  readonly kind: "replaced" | "same" | "refused";
  readonly line: string;
}

/** Reads the policies of a tenant anew. Never throws. */
async function reloaded(server: DecisionServer, { options: { name }, look }: OpenTenant): Promise<Looked> {
  const before = shortVersion(server, name);
  try {
    const next = await look();
    if (next !== undefined) server.replace(name, next);
  } catch (error) {
    return { kind: "refused", line: `${name}: ${messageOf(error)}; the present policies stay in force` };
  }
  const after = shortVersion(server, name);
  return { kind: before === after ? "same" : "replaced", line: `${name}: ${after} is in force` };
}

/**
 * @param folder relative paths of the file are below it
 * @throws UsageError
 */
export async function openServer(
  io: Io,
  file: ServerFile,
  folder: string,
  onNotice: (notice: { readonly code: string; readonly message: string }) => void,
): Promise<OpenServer> {
  refuseOpenDoor(file);
  const redis =
    file.redis === undefined ? undefined : secretOf(io, file.redis, "the address of Redis", folder);
  if (file.key === undefined && redis !== undefined)
    throw new UsageError("servers that share a Redis need one `key`", "add `key: { env: GATEHOUSE_KEY }`");
  const key =
    file.key === undefined ? randomBytes(32).toString("hex") : secretOf(io, file.key, "the key", folder);
  const passkeys = await passkeysOfFile(io, file, folder, onNotice);
  const opening = { io, file, folder, redis, key, onNotice };
  const tenants: OpenTenant[] = [];
  for (const [name, tenant] of Object.entries(file.tenants))
    tenants.push(await openTenant(name, tenant, opening));
  const approvals = await approvalsIn(redis, key);
  const server = opened(() =>
    createDecisionServer({
      tenants: tenants.map(({ options }) => options),
      ...{ key, approvals, limits: file.limits },
      ...(passkeys !== undefined && { passkeys: passkeys.passkeys }),
      ...(file.origin !== undefined && { origin: file.origin }),
      onApproval: ({ tenant, id, policy, what, by }) => {
        const trail = tenants.find(({ options }) => options.name === tenant)?.trail;
        const message = `\`${by}\` has ${what} the call ${id}, which \`${policy ?? "no policy"}\` asked about`;
        void trail?.record({ kind: "note", code: what, message });
      },
      onError: (error) => onNotice({ code: "internal-error", message: messageOf(error) }),
    }),
  );
  return {
    ...{ server, passkeys },
    tls: tlsOf(file, folder),
    reload: async () => {
      const said: string[] = [];
      for (const tenant of tenants) said.push((await reloaded(server, tenant)).line);
      return said;
    },
    follow: (say) => follow(server, tenants, say),
    close: async () => {
      await server.close();
      await approvals.close();
      for (const tenant of tenants) await tenant.close();
    },
  };
}

async function approvalsIn(redis: string | undefined, key: string): Promise<ApprovalStore> {
  if (redis === undefined) return memoryApprovals();
  return (await import("@gatehouse-hooks/server/redis")).redisApprovals({ url: redis, key });
}

/**
 * Looks at the policies of each tenant as often as it says.
 *
 * @returns what ends it
 */
function follow(
  server: DecisionServer,
  tenants: readonly OpenTenant[],
  say: (line: string) => void,
): () => void {
  const timers = tenants.flatMap((tenant) => {
    const { everySeconds } = tenant;
    if (everySeconds === undefined) return [];
    let looking = false;
    const look = async (): Promise<void> => {
      if (looking) return;
      looking = true;
      const { kind, line } = await reloaded(server, tenant);
      if (kind !== "same") say(line);
      looking = false;
    };
    return [setInterval(() => void look(), everySeconds * 1_000)];
  });
  return () => timers.forEach((timer) => clearInterval(timer));
}

/** The first characters of the version of a tenant's policies. */
export function shortVersion(server: DecisionServer, tenant: string): string {
  return (server.versions().get(tenant) ?? "").slice(0, 12);
}

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/** Tokens must not travel in the clear. @throws UsageError */
function refuseOpenDoor({ listen: { host, tls }, origin }: ServerFile): void {
  if (tls !== undefined || LOOPBACK.has(host) || origin?.startsWith("https://") === true) return;
  throw new UsageError(
    `\`listen.host\` is ${printable(host)}, and tokens would travel in the clear`,
    "add `listen.tls`, or `origin: https://…` where a proxy before the server has TLS",
  );
}

function tlsOf({ listen: { tls } }: ServerFile, folder: string): OpenServer["tls"] {
  if (tls === undefined) return undefined;
  const read = (path: string): string => {
    try {
      return readFileSync(resolve(folder, path), "utf8");
    } catch {
      throw new UsageError(`\`listen.tls\`: ${printable(path)} cannot be read`);
    }
  };
  const { key, cert, clients } = tls;
  return { key: read(key), cert: read(cert), ...(clients !== undefined && { ca: read(clients) }) };
}

function opened(open: () => DecisionServer): DecisionServer {
  try {
    return open();
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}
