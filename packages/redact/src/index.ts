export { type SecretExtent, findSecrets } from "./find-secrets.js";
export { redact, redactProperty, redactValue } from "./redact.js";
export { FIXED_MASK, LABEL_MASK, type SecretMask } from "./secret-mask.js";
export type { SecretSpan } from "./secret-span.js";
