import { isRecord } from "@gatehouse-hooks/json";

/** The elements of a list, or none. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** A member of an object, or undefined. */
export function member(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The elements of the list that is a member of an object. */
export function itemsOf(value: unknown, key: string): readonly unknown[] {
  return items(member(value, key));
}

/** A member that is a string, or the empty string. */
export function stringOf(value: unknown, key: string): string {
  const found = member(value, key);
  return typeof found === "string" ? found : "";
}

/** Every string in a value, however deep: what a model or a user can have read. */
export function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return isRecord(value) ? Object.values(value).flatMap(strings) : [];
}

/** How many runs of neighbouring items satisfy the test. */
export function countRuns(list: readonly unknown[], belongs: (item: unknown) => boolean): number {
  return list.filter((item, index) => belongs(item) && (index === 0 || !belongs(list[index - 1]))).length;
}
