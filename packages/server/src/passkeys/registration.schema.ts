import { z } from "zod";

const code = z.string().max(100);

/** The body of `POST /v1/passkeys/options`. */
export const registrationSchema: z.ZodType<{ readonly code: string }> = z.strictObject({ code });

/** The body of `POST /v1/passkeys`: with what `navigator.credentials.create` answered. */
export const registerSchema: z.ZodType<{ readonly code: string; readonly passkey: unknown }> = z.strictObject(
  { code, passkey: z.looseObject({}) },
);
