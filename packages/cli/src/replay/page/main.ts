import type { PageReport } from "../page-report.js";
import { contrastSections, flipSections, thenSections } from "./changed-sections.js";
import { daySection } from "./day-section.js";
import { filterBar } from "./filter-bar.js";
import { headlineSection } from "./headline-section.js";
import { latencySection } from "./latency-section.js";
import { EVERYTHING, type ReportFilter } from "./report-filter.js";
import { agentSection, policySection, sessionSection } from "./table-sections.js";
import { placeOf, tag } from "./tag.js";

const report = JSON.parse(placeOf("report").textContent ?? "") as PageReport;
const { part, latency } = report;

const filtered = [
  ...flipSections(report),
  ...contrastSections(report),
  ...thenSections(report),
  policySection(part.now, "policies", "Policies"),
  ...(part.against === null ? [] : [policySection(part.against, "other-policies", "The other policies")]),
  sessionSection(report),
];
const filter = (wanted: ReportFilter): void => {
  for (const section of filtered) section.filter(wanted);
};
filter(EVERYTHING);

const sections = [
  headlineSection(report),
  daySection(part.days.rows, part.days.complete),
  filterBar(report, filter),
  ...filtered.map(({ root }) => root),
  agentSection(report),
  ...(latency === null ? [] : [latencySection(latency)]),
];
placeOf("sections").append(...sections);
placeOf("contents").append(
  ...sections.flatMap((section) => {
    const title = section.querySelector("h2")?.textContent;
    return title == null ? [] : [tag("a", { href: `#${section.id}` }, title)];
  }),
);
document.documentElement.dataset["ready"] = "yes";
