import type { Host } from "../host.js";
import { dockerAgentWords } from "../docker-agent/command-words.js";
import { preparePayload } from "../prepare/prepare-payload.js";
import { loadGatehouse } from "./load-gatehouse.js";

const sessionKeys = ["sessionKey"];

/** Native files, canonical events as they are, decisions as they are. */
export const gatehouseHost: Host = {
  name: "gatehouse",
  title: "Gatehouse",
  events: [],
  tools: [],
  sessionKeys,
  files: {
    endings: [".yaml", ".yml", ".json"],
    namesAreUnique: true,
    isLike: ({ top }) => top.has("policies"),
    read: ({ source, tier, order, report }) => loadGatehouse(source, tier, order, report),
  },
  commands: { gatehouse: dockerAgentWords("gatehouse") },
  prepare: (payload) =>
    preparePayload(payload, { host: "gatehouse", nameKeys: ["event"], events: [], tools: [], sessionKeys }),
  speak: (decision) => decision,
};
