import type { PlaceOf } from "../host-files.js";
import { reportOn } from "../text/report.js";
import { collectFields } from "./collect-fields.js";
import { readEntries } from "./read-entries.js";
import { splitFrontmatter } from "./split-frontmatter.js";

/** Where the hook of a Mayros file is, or its condition. */
export const placeInMayros: PlaceOf = (source, _, part) => {
  const report = reportOn(source, "project");
  const frontmatter = splitFrontmatter(source, report);
  if (frontmatter === null) return undefined;
  const fields = collectFields(readEntries(source, frontmatter.block, report), report);
  if (part.in !== "condition") return undefined;
  const { value, line } = fields.get("condition") ?? {};
  // YAML and Mayros may read a line differently: the reading that was taken is the one of this text.
  if (value !== undefined && value.kind !== "collection" && value.text === part.text)
    return value.within(part.offset);
  return line?.text === part.text ? line.within(part.offset) : undefined;
};
