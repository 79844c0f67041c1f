import type { Issue } from "@gatehouse-hooks/json";

/** A warning about what is not read, on one line. */
export function unreadNotice({ path = "", message, cure }: Issue): string {
  return `${path}: ${message}${cure === undefined ? "" : `; ${cure}`}`;
}
