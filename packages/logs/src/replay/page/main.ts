import type { PageReport } from "../page-model/page-report.js";
import { contrastSections, flipSections, liveSections, stopSections } from "./changed-sections.js";
import { daySection } from "./day-section.js";
import { filterBar } from "./filter-bar.js";
import { headlineSection } from "./headline-section.js";
import { latencySection } from "./latency-section.js";
import { EVERYTHING, type ReportFilter } from "../page-model/report-filter.js";
import { agentSection, policySection, sessionSection } from "./table-sections.js";
import { placeOf, tag } from "./tag.js";

const page = JSON.parse(placeOf("report").textContent ?? "") as PageReport;
const { report, latency, cut } = page;

const filtered = [
  ...stopSections(page),
  ...flipSections(page),
  ...contrastSections(page),
  ...liveSections(page),
  policySection(report.now, "policies", "Policies"),
  ...(report.against === null ? [] : [policySection(report.against, "other-policies", "The other policies")]),
  sessionSection(page),
];
const filter = (wanted: ReportFilter): void => {
  for (const section of filtered) section.filter(wanted);
};
filter(EVERYTHING);

const sections = [
  headlineSection(page),
  filterBar(page, filter),
  ...filtered.map(({ root }) => root),
  daySection(report.days, !cut.includes("days")),
  agentSection(page),
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
