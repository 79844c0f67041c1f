import { isRecord, type JsonValue, isList } from "@gatehouse-hooks/json";

/** Whether two values are equal, whatever the order of their members. Depth is bounded by what parsed them. */
export function isSameJson(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (isRecord(left) && isRecord(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => {
        const one = left[key];
        const other = Object.hasOwn(right, key) ? right[key] : undefined;
        return one !== undefined && other !== undefined && isSameJson(one, other);
      })
    );
  }
  if (!isList(left) || !isList(right)) return false;
  const others = right;
  return (
    left.length === others.length &&
    left.every((one, at) => {
      const other = others[at];
      return other !== undefined && isSameJson(one, other);
    })
  );
}
