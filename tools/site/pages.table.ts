import type { PageRow, SiteRow, SiteSection } from "./site-row.js";

function page(source: string, title: string, under?: readonly SiteRow[]): PageRow {
  return under === undefined ? { kind: "page", source, title } : { kind: "page", source, title, under };
}

/** The front page; it is in no section. */
export const HOME = "docs/README.md";

/** The sections in their order. The packages follow as one more: `package-section.ts` reads their folders. */
export const SECTIONS: readonly SiteSection[] = [
  {
    title: "Guide",
    rows: [
      page("docs/guide/install.md", "Install and protect your agent"),
      page("docs/questions.md", "Questions"),
      page("docs/guide/first-rule.md", "Write the first rule"),
      page("docs/guide/conditions.md", "Conditions"),
      page("docs/guide/effects.md", "Effects"),
      page("docs/guide/sessions.md", "Rules over what happened before"),
      page("docs/guide/judge.md", "The judge"),
      page("docs/guide/testing.md", "Testing in CI"),
      page("docs/guide/rollout.md", "Rollout"),
      page("docs/guide/team.md", "A team's rules"),
      page("docs/guide/organisation.md", "The organisation's files"),
      page("docs/guide/embedding.md", "Embedding"),
      page("docs/guide/serving.md", "Serving"),
      page("docs/guide/operating.md", "Operating"),
      page("docs/guide/migrating.md", "Migrating"),
    ],
  },
  {
    title: "In depth",
    rows: [
      page("docs/try.md", "try, why and log"),
      page("docs/init.md", "init and doctor"),
      page("docs/hook.md", "What an agent starts"),
      page("docs/rewrites.md", "Calls that a policy changes"),
      page("docs/box.md", "A box of the policies"),
      page("docs/facts.md", "Facts"),
      page("docs/memory.md", "Memory"),
      page("docs/memory-proofs.md", "What holds of memory"),
      page("docs/arena.md", "Arena"),
      page("docs/packs.md", "Packs"),
      page("docs/check.md", "Policies that do nothing"),
      page("docs/replay.md", "Replay: what policies would have decided"),
      page("docs/replay-suggest.md", "Suggestions of a replay"),
      page("docs/testing.md", "Tests, diff and explain"),
      page("docs/replay-report.md", "The report of a replay"),
      page("docs/editors.md", "Editors"),
      page("docs/playground.md", "The playground"),
      page("docs/frameworks.md", "Agent frameworks"),
      page("docs/claude-agent-sdk.md", "Claude Agent SDK"),
      page("docs/mcp.md", "MCP servers"),
      page("docs/server.md", "The decision server"),
      page("docs/runtimes.md", "Runtimes and browsers"),
      page("docs/stored-sets.md", "Stored sets"),
      page("docs/replay-queue.md", "Replay on many machines"),
      page("docs/session-files.md", "Session files"),
      page("clients/README.md", "Python and Go"),
    ],
  },
  {
    title: "Reference",
    rows: [
      page("docs/reference/README.md", "Overview"),
      page("docs/glossary.md", "Glossary"),
      page("docs/reference/command-line.md", "Command line"),
      page("docs/reference/policy-files.md", "Policy files"),
      page("docs/reference/conditions.md", "Condition language"),
      page("docs/events.md", "Events and tools"),
      page("docs/hosts.md", "What each agent can express"),
      page("docs/docker-agent.md", "docker-agent's files and flags"),
      page("docs/agents.md", "What real agents did"),
      page("docs/reference/configuration.md", "Configuration"),
      page("docs/reference/json.md", "JSON output"),
      page("docs/reference/metrics.md", "Metrics"),
      page("docs/codes.md", "Codes"),
      { kind: "folder", source: "docs/reference/api", title: "API" },
      page("conformance/README.md", "Conformance"),
    ],
  },
  {
    title: "Rules of other tools",
    isClosed: true,
    rows: [{ kind: "folder", source: "docs/guide/migrating", title: "Rules of other tools" }],
  },
  {
    title: "About",
    rows: [
      page("docs/architecture.md", "Architecture"),
      page("docs/condition-evaluator.md", "The condition evaluator"),
      page("docs/house.md", "Figures of the sources"),
      page("docs/benchmarks.md", "Benchmarks", [page("bench/README.md", "How it is measured")]),
      page("docs/dependencies.md", "Dependencies"),
      page("docs/sources.md", "Sources"),
      page("docs/documents.md", "The documents, sentence by sentence"),
      page("SECURITY.md", "Security"),
      page("CONTRIBUTING.md", "Contributing"),
      page("docs/release.md", "Release"),
      page("test/frameworks/RESULTS.md", "Run of the frameworks"),
      page("test/frameworks/claude-agent-sdk/RESULTS.md", "Run of the Claude Agent SDK"),
      page("test/runtimes/RESULTS.md", "Run of the runtimes"),
    ],
  },
];

/** Rows whose pages may be missing; they are left out until they are there. */
export const OPTIONAL: readonly string[] = [
  "docs/guide/migrating.md",
  "docs/guide/migrating",
  "docs/playground.md",
  "docs/reference/api",
  "docs/reference/command-line.md",
  "docs/reference/json.md",
];
