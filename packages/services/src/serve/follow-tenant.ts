import type { Gatehouse, PoliciesFrom } from "@gatehouse-hooks/core";
import { bundleSourceOf, followBundle } from "@gatehouse-hooks/server/bundles";
import { resolve } from "node:path";
import { accessOf } from "../bundle/move-bundle.js";
import { type Io, messageOf, UsageError } from "@gatehouse-hooks/console";
import { pinnedKeys } from "@gatehouse-hooks/local/sign";
import type { ServerFileBundle } from "./server-file.schema.js";

/** What following needs. */
interface FollowTenantOptions {
  readonly io: Io;
  /** Relative paths of the configuration are below it. */
  readonly folder: string;
  readonly tenant: string;
  /** Opens policies. @throws Error where they have errors */
  readonly open: (policies: readonly PoliciesFrom[]) => Promise<Gatehouse>;
  readonly say: (notice: { readonly code: string; readonly message: string }) => void;
}

/** A tenant whose policies are a bundle. */
interface FollowedTenant {
  readonly gatehouse: Gatehouse;
  /** The policies of a newer bundle, or undefined. @throws Error with words for people: what is in force stays */
  readonly look: () => Promise<Gatehouse | undefined>;
}

/** @throws UsageError where no bundle can be had that counts */
export async function followTenant(
  { from, name, keys, folder: kept }: ServerFileBundle,
  { io, folder, tenant, open, say }: FollowTenantOptions,
): Promise<FollowedTenant> {
  let next: Gatehouse | undefined;
  try {
    const follower = followBundle({
      name,
      keys: await pinnedKeys({ path: resolve(folder, keys), shown: keys }),
      source: bundleSourceOf(from, accessOf(io)),
      folder: resolve(folder, kept, tenant),
      apply: async ({ files }) => {
        next = await open(files.map(({ path, text }) => ({ path, text, tier: "user" as const })));
      },
    });
    const notice = await follower.start();
    if (notice !== undefined) say({ code: "bundle-kept", message: `${tenant}: ${notice}` });
    const taken = (): Gatehouse | undefined => {
      const one = next;
      next = undefined;
      return one;
    };
    const gatehouse = taken();
    if (gatehouse === undefined) throw new Error(`the bundle \`${name}\` holds nothing`);
    return {
      gatehouse,
      look: async () => {
        await follower.look();
        return taken();
      },
    };
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`the tenant \`${tenant}\`: ${messageOf(error)}`);
  }
}
