import { RE2JS } from "re2js";

/** The engine of `matches`. The build puts a version in this place that runs re2js' module on the first call. */
export function re2(): typeof RE2JS {
  return RE2JS;
}
