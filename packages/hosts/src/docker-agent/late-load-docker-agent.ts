import * as module from "./load-docker-agent.js";

/** The reader of the host's files, with YAML and its schemas. The build lets it run on the first call. */
export function lateLoadDockerAgent(): typeof module {
  return module;
}
