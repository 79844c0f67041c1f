import { contentHash } from "@gatehouse-hooks/runtime";
import { randomBytes } from "node:crypto";
import type { Settings } from "@gatehouse-hooks/local";
import type { ServerFile, ServerFilePolicies } from "./server-file.schema.js";

/** A server without a file, and the tokens that were made for it. */
export interface QuickServer {
  readonly file: ServerFile;
  readonly tokens: { readonly decide: string; readonly approve: string };
}

/** One tenant on this machine, with fresh tokens: for trying a server. */
export function quickServerFile(
  named: readonly string[],
  settings: Pick<Settings, "policyFormat" | "enforced" | "model" | "unknownEvents" | "audit">,
): QuickServer {
  const { policyFormat: format, enforced, model, unknownEvents, audit } = settings;
  const policies: readonly ServerFilePolicies[] = [
    ...enforced.map((path) => ({ path, tier: "enforced" as const })),
    ...named.map((path) => ({ path, format })),
  ];
  const tokens = { decide: freshToken(), approve: freshToken() };
  return {
    tokens,
    file: {
      version: 1,
      listen: { host: "127.0.0.1", port: 8181, shutdownDelaySeconds: 0 },
      limits: {},
      ...(audit !== undefined && { audit }),
      tenants: {
        main: {
          policies,
          model,
          abstain: "deny",
          unknownEvents,
          callers: [
            { name: "decide", roles: ["decide"], tokenSha256: contentHash(Buffer.from(tokens.decide)) },
            {
              name: "person",
              roles: ["approve", "answer", "metrics"],
              tokenSha256: contentHash(Buffer.from(tokens.approve)),
            },
          ],
        },
      },
    },
  };
}

function freshToken(): string {
  return randomBytes(24).toString("base64url");
}
