import { hasOwn } from "./intrinsics/intrinsics.js";

/** An option that was given: what options inherit is not one, whatever `Object.prototype` holds. */
export function ownOption<T extends object, K extends keyof T>(
  options: T | undefined,
  key: K,
): T[K] | undefined {
  return options !== undefined && hasOwn(options, key) ? options[key] : undefined;
}
