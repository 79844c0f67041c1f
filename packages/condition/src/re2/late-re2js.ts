import { RE2JS } from "re2js";

/** re2js. The build replaces this by a version that runs its module on the first call. */
export function lateRe2js(): typeof RE2JS {
  return RE2JS;
}
