import { CANONICAL, readEvent } from "@gatehouse-hooks/engine";
import type { Host } from "../host.js";
import * as loader from "./load-gatehouse.js";

/** Native files, canonical events as they are, decisions as they are. */
export const gatehouseHost: Host = {
  name: "gatehouse",
  title: "Gatehouse",
  events: CANONICAL.events,
  tools: [],
  sessionKeys: CANONICAL.sessionKeys,
  files: {
    endings: [".yaml", ".yml", ".json"],
    guarded: { project: [".gatehouse"], home: [".gatehouse"] },
    holdsTests: true,
    namesAreUnique: true,
    isLike: ({ top }) => top.has("policies") || (top.has("version") && top.has("extends")),
    read: (file) => lateLoadGatehouse().loadGatehouse(file),
    placeOf: (...asked) => lateLoadGatehouse().placeInGatehouse(...asked),
  },
  prepare: (payload) => {
    const read = readEvent(payload);
    return read.kind === "event" ? read : { kind: "refused", issue: read.issue };
  },
  speak: (decision) => decision,
};

/** The reader of the host's files, with YAML and its schemas. The build lets it run on the first call. */
function lateLoadGatehouse(): typeof loader {
  return loader;
}
