import { isArray, isFinite } from "./intrinsics/intrinsics.js";

/** True for a list of strings; the empty list is one. */
export function isStrings(value: unknown): value is readonly string[] {
  return isArray(value) && value.every((item) => typeof item === "string");
}

/** True for a finite number from 0, such as milliseconds or tokens. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && isFinite(value) && value >= 0;
}
