import { proxiedHosts, type BoxProfile } from "../profile.js";
import type { JsonObject } from "@gatehouse-hooks/json";
import {
  commonList,
  type GeneratedSettings,
  someKeys,
  stringsAt,
  tableAt,
  type OpenSetting,
  type SandboxTarget,
} from "./sandbox-target.js";

const WRITES = "workspace_readwrite";
const READS = "workspace_readonly";

/** Cursor's `sandbox.json`: the workspace, and the network. No key of it keeps a path inside of a granted one from being read or written. */
export function cursorSettings({ hidden, kept, network }: BoxProfile): GeneratedSettings {
  const allow = proxiedHosts(network);
  return {
    settings: {
      type: WRITES,
      networkPolicy: network.kind === "host" ? { default: "allow" } : { default: "deny", allow },
    },
    unsaid: [...new Set([...hidden, ...kept].map(({ glob }) => glob))],
  };
}

function joined(there: JsonObject, settings: JsonObject): JsonObject {
  const [had, ours] = [tableAt(there, "networkPolicy"), tableAt(settings, "networkPolicy")];
  // A list without a default is taken for the whole of what is allowed.
  const isListed =
    had["default"] === "deny" || (had["default"] !== "allow" && stringsAt(had, "allow") !== undefined);
  const network =
    ours["default"] === "allow"
      ? {
          ...ours,
          ...had,
          default: isListed ? "deny" : "allow",
          ...(isListed && { allow: stringsAt(had, "allow") ?? [] }),
        }
      : {
          ...had,
          default: "deny",
          allow: commonList(
            isListed ? (stringsAt(had, "allow") ?? []) : undefined,
            stringsAt(ours, "allow") ?? [],
          ),
        };
  return { ...there, type: there["type"] === READS ? READS : WRITES, networkPolicy: network };
}

function openIn(value: JsonObject): readonly OpenSetting[] {
  const { type } = value;
  return type === undefined || type === WRITES || type === READS
    ? []
    : [{ key: "type", why: "commands run without this sandbox" }];
}

/** Cursor's own sandbox, in the user's file of it. Read in its documents, never run. */
export const cursorTarget: SandboxTarget = {
  agent: "cursor",
  title: "Cursor",
  file: "sandbox.json",
  beside: [".cursor/sandbox.json"],
  needs: [],
  generate: cursorSettings,
  joined,
  generatedIn: (value) => someKeys(value, ["type", "networkPolicy"]),
  openIn,
};
