import type { House } from "../house/house-source.js";
import { documentFindings } from "./document-rules.js";
import type { Finding } from "./finding.js";
import { sourceFindings } from "./source-rules.js";
import { testFindings } from "./test-rules.js";

/** Every place that breaks a rule of the house. */
export function houseFindings(house: House): readonly Finding[] {
  return [...sourceFindings(house), ...testFindings(house), ...documentFindings(house)];
}
