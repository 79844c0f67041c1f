import { z } from "zod";

/** Something that must not stand in a file: where it is found. */
export type SecretPlace = { readonly env: string } | { readonly file: string };

/** A caller, as the file has it. */
export interface ServerFileCaller {
  readonly name: string;
  readonly roles: readonly ("decide" | "answer" | "approve" | "metrics")[];
  readonly token?: SecretPlace | undefined;
  readonly tokenSha256?: string | undefined;
  readonly certificateSha256?: string | undefined;
}

/** A bundle that a tenant's policies come from. */
export interface ServerFileBundle {
  /** `oci://HOST/REPOSITORY:TAG` or `https://…`. */
  readonly from: string;
  readonly name: string;
  /** The file with pinned public keys. */
  readonly keys: string;
  /** Where the last good one is kept. */
  readonly folder: string;
  readonly everySeconds: number;
}

/** Policies with the format of their files, or with their tier, where these are not what they look like. */
export interface ServerFilePolicies {
  readonly path: string;
  readonly format?: string | undefined;
  readonly tier?: "user" | "enforced" | undefined;
}

/** A tenant, as the file has it: its policies are files and folders, or a bundle. */
export interface ServerFileTenant {
  readonly policies?: readonly (string | ServerFilePolicies)[] | undefined;
  readonly bundle?: ServerFileBundle | undefined;
  readonly model?: string | undefined;
  readonly abstain: "permit" | "deny";
  readonly unknownEvents: "abstain" | "deny";
  readonly callers: readonly ServerFileCaller[];
}

/** The configuration of `gatehouse serve`. */
export interface ServerFile {
  readonly version: 1;
  readonly listen: {
    readonly host: string;
    readonly port: number;
    /** How long it goes on answering after it was asked to end, while it says that it is not ready. */
    readonly shutdownDelaySeconds: number;
    readonly tls?:
      | { readonly key: string; readonly cert: string; readonly clients?: string | undefined }
      | undefined;
  };
  readonly origin?: string | undefined;
  readonly key?: SecretPlace | undefined;
  readonly redis?: SecretPlace | undefined;
  readonly audit?: string | undefined;
  /** The file of public keys of those who approve; where it is named, a yes takes a passkey. */
  readonly passkeys?: string | undefined;
  readonly limits: Readonly<Record<string, number>>;
  readonly tenants: Readonly<Record<string, ServerFileTenant>>;
}

const secret = z.union([
  z.strictObject({ env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "expected the name of a variable") }),
  z.strictObject({ file: z.string().min(1) }),
]);

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "expected a SHA-256: 64 digits in lower-case hex");

const NAME = /^[a-z0-9][a-z0-9-]{0,60}$/;
const NAMED = "expected lower-case letters, digits and dashes";

const caller = z.strictObject({
  name: z.string().min(1).max(100),
  roles: z.array(z.enum(["decide", "answer", "approve", "metrics"])).min(1),
  token: secret.optional(),
  tokenSha256: sha256.optional(),
  certificateSha256: sha256.optional(),
});

const bundle = z.strictObject({
  from: z.string().min(1),
  name: z.string().regex(NAME, NAMED),
  keys: z.string().min(1),
  folder: z.string().min(1).default("bundles"),
  everySeconds: z.number().min(1).max(86_400).default(60),
});

const path = z.string().min(1);
const policies = z.union([
  path,
  z.strictObject({
    path,
    format: z.string().min(1).optional(),
    tier: z.enum(["user", "enforced"]).optional(),
  }),
]);

const tenant = z
  .strictObject({
    policies: z.array(policies).min(1).optional(),
    bundle: bundle.optional(),
    model: z
      .string()
      .regex(/^[^/\s]+\/\S+$/, "expected `provider/model`")
      .optional(),
    abstain: z.enum(["permit", "deny"]).default("deny"),
    unknownEvents: z.enum(["abstain", "deny"]).default("abstain"),
    callers: z.array(caller).min(1),
  })
  .refine(
    ({ policies, bundle: one }) => (policies === undefined) !== (one === undefined),
    "expected `policies` or `bundle`",
  );

const limit = z.int().positive();

/** Strict: what nobody knows is an error, never silence. */
export const serverFileSchema: z.ZodType<ServerFile> = z.strictObject({
  version: z.literal(1),
  listen: z
    .strictObject({
      host: z.string().min(1).default("127.0.0.1"),
      port: z.int().min(0).max(65_535).default(8181),
      shutdownDelaySeconds: z.number().min(0).max(600).default(0),
      tls: z.strictObject({ key: z.string(), cert: z.string(), clients: z.string().optional() }).optional(),
    })
    .default({ host: "127.0.0.1", port: 8181, shutdownDelaySeconds: 0 }),
  origin: z
    .string()
    .regex(
      /^https?:\/\/[^/?#\s]+$/,
      "expected an address without a path, for example https://pdp.example.com",
    )
    .optional(),
  key: secret.optional(),
  redis: secret.optional(),
  audit: z.string().min(1).optional(),
  passkeys: z.string().min(1).optional(),
  limits: z
    .strictObject({
      maxBodyBytes: limit.optional(),
      maxInFlight: limit.optional(),
      maxCallerInFlight: limit.optional(),
      maxCallerBytes: limit.optional(),
      maxCallerAsked: limit.optional(),
      deadlineMs: limit.optional(),
      maxEvaluations: limit.optional(),
      pendingMs: limit.optional(),
      askedMs: limit.optional(),
      approvedMs: limit.optional(),
    })
    .transform((given) =>
      Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    )
    .default({}),
  tenants: z
    .record(z.string().regex(NAME, NAMED), tenant)
    .refine((all) => Object.keys(all).length > 0, "expected at least one tenant"),
});

/** The JSON Schema of the file (draft 7). What only code can check is not in it: `gatehouse serve` says that. */
export function serverFileJsonSchema(): Readonly<Record<string, unknown>> {
  const made = z.toJSONSchema(serverFileSchema, { io: "input", target: "draft-7", unrepresentable: "any" });
  return { ...made, title: "Gatehouse server", description: "The file of `gatehouse serve`." };
}
