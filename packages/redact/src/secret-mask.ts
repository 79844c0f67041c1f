import type { SecretExtent } from "./find-secrets.js";

/** What a reader sees where a secret was. */
export interface SecretMask {
  readonly extent: SecretExtent;
  /** What takes the place of a secret of this kind. It must not look like a secret itself. */
  readonly of: (kind: string) => string;
}

/** `[redacted:KIND]`, with what belongs to the secret: for readers who have to judge what an action does. */
export const LABEL_MASK: SecretMask = { extent: "whole", of: (kind) => `[redacted:${kind}]` };

/** `[REDACTED]` in place of the secret alone (document 004, `redact_secrets`): for texts that are used further. */
export const FIXED_MASK: SecretMask = { extent: "secret", of: () => "[REDACTED]" };
