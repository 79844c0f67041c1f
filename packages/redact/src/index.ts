export { type SecretExtent, findSecrets } from "./find-secrets.js";
export {
  redact,
  redactProperty,
  redactResult,
  redactValue,
  FIXED_MASK,
  LABEL_MASK,
  type SecretMask,
} from "./redact.js";
export type { SecretSpan } from "./secret-rule.js";
