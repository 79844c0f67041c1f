import { stringify } from "@gatehouse-hooks/json/intrinsics";

/** A string that is the same for equal paths only. Part by part: whole arrays are written by the `toJSON` they inherit. */
export function pathKey(path: readonly (string | number | null)[]): string {
  let key = "";
  for (let i = 0; i < path.length; i++) key += `,${stringify(path[i])}`;
  return key;
}
