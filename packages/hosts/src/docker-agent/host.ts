import type { Host } from "../host.js";
import { dockerAgentWords } from "./environment.js";
import { EVENTS } from "./events.table.js";
import { dockerAgentWired } from "./wired.js";
import * as loader from "./load-docker-agent.js";

const NAMES: ReadonlySet<string> = new Set(EVENTS.map(({ name }) => name));

/** docker-agent: YAML with hooks under events and matchers, permissions, agents. */
export const dockerAgentHost: Host = {
  ...dockerAgentWired,
  files: {
    endings: [],
    ofOwnEvents: true,
    namesAreUnique: true,
    isLike: ({ top, hook }) =>
      top.has("agents") ||
      (top.has("hooks") && hook !== undefined && !hook.includes("-")) ||
      top.has("permissions") ||
      [...top].some((key) => NAMES.has(key)),
    read: ({ source, tier, order, report, options }) => ({
      policies: lateLoadDockerAgent().loadDockerAgent(
        source,
        tier,
        order,
        report,
        options["docker-agent"] ?? {},
      ),
    }),
  },
  commands: {
    // What the commands of native policies say, too: the words of the newest generation, read strictly.
    gatehouse: dockerAgentWords("gatehouse"),
    "docker-agent": { ...dockerAgentWords("docker-agent"), inEventFolder: true },
    "docker-agent-2026-05": { ...dockerAgentWords("docker-agent-2026-05"), inEventFolder: true },
  },
};

/** The reader of the host's files, with YAML and its schemas. The build lets it run on the first call. */
export function lateLoadDockerAgent(): typeof loader {
  return loader;
}
