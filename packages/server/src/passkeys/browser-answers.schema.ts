import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";

const base64 = z.base64url();
const credential = {
  ...{ id: base64, rawId: base64 },
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}),
};

/** What `navigator.credentials.create` answers, as JSON; what is in it is checked with the signature. */
export const createdSchema: z.ZodType<RegistrationResponseJSON> = z.object({
  ...credential,
  response: z.object({
    ...{ clientDataJSON: base64, attestationObject: base64 },
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});

/** What `navigator.credentials.get` answers, as JSON. */
export const signedSchema: z.ZodType<AuthenticationResponseJSON> = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64, authenticatorData: base64, signature: base64 }),
});

const code = z.string().max(100);

/** The body of `POST /v1/passkeys/options`. */
export const registrationSchema: z.ZodType<{ readonly code: string }> = z.strictObject({ code });

/** The body of `POST /v1/passkeys`: with what `navigator.credentials.create` answered. */
export const registerSchema: z.ZodType<{ readonly code: string; readonly passkey: unknown }> = z.strictObject(
  { code, passkey: z.looseObject({}) },
);
