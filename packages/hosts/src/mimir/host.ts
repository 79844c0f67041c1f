import type { JsonObject } from "@gatehouse-hooks/json";
import type { Host } from "../host.js";
import { type Call, preparePayload } from "../prepare/prepare-payload.js";
import { prepareMimirEvent } from "./complete-event.js";
import { mimirEnvironment } from "./environment.js";
import { finalMimirCommand } from "./final-command.js";
import { interpretMimir } from "./interpret.js";
import { mimirTables } from "./events.table.js";
import { MIMIR_TWIN_OF, twinsSent } from "./twin-names.js";
import * as loader from "./load-mimir.js";
import * as twins from "./twin-events.js";

/** Variables that no other agent's event has a value for: numbers of Mimir's own accounting, and words of its teams. */
export const UNFED_VARIABLES: readonly string[] = [
  "tokens_used",
  "cost",
  "user_email",
  "org_slug",
  "team_id",
];

const REFERENCE = /\$\{MIMIR_(?:json_)?([a-z_]+)\?\}/g;

/** The variables of a hook's command that stay without a value when another agent's call is what it is asked about. */
function unfedIn(command: string): readonly string[] {
  const names = [...command.matchAll(REFERENCE)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => UNFED_VARIABLES.includes(name));
}

/** Mimir: hooks of `.mimir/config.yml`, whose commands have variables. */
export const mimirHost: Host = {
  name: "mimir",
  ...mimirTables,
  files: {
    endings: [],
    guarded: { project: [".mimir"], home: [".mimir"] },
    isNamed: (path) => /(?:^|[\\/])\.mimir[\\/]config\.ya?ml$/i.test(path),
    isLike: ({ name, top, hook }) =>
      /^\.?mimir\.ya?ml$/i.test(name) ||
      top.has("enforcement") ||
      (top.has("hooks") && hook?.includes("-") === true),
    read: ({ source, tier, order, report }) => ({
      policies: lateLoadMimir().loadMimir(source, tier, order, report),
    }),
  },
  commands: {
    mimir: {
      variables: mimirEnvironment,
      workingDir: ({ handler }) => handler.workingDir ?? ".",
      interpret: interpretMimir,
      exitDecides: true,
      unfilled: unfedIn,
      finalCommand: finalMimirCommand,
      question: { text: "Run? (y/n)", yes: "y" },
    },
  },
  complete: (event) => ({ ...prepareMimirEvent(event), event: event.event }),
  twins: {
    of: MIMIR_TWIN_OF,
    sent: twinsSent,
    make: (event, project) => lateTwinEvents().twinEvents(event, project),
  },
  prepare: (payload) =>
    preparePayload(payload, {
      host: "mimir",
      nameKeys: ["event"],
      ...mimirTables,
      callOf,
      cwdKeys: ["working_dir"],
    }),
  speak: ({ effect, reason }) =>
    effect === "deny" || effect === "ask" ? { exitCode: 1, message: reason } : { exitCode: 0, message: "" },
};

/** Events about a file or a command line are calls of a tool that Mimir does not name. */
function callOf(name: string, payload: JsonObject): Call | undefined {
  const text = (key: string): string | undefined => {
    const value = Object.hasOwn(payload, key) ? payload[key] : undefined;
    return typeof value === "string" ? value : undefined;
  };
  if (name.endsWith("-bash-execution")) {
    const command = text("bash_command");
    return command === undefined ? undefined : { name: "bash", kind: "shell", input: { command } };
  }
  if (name.endsWith("-file-write")) {
    const path = text("file_path");
    return path === undefined ? undefined : { name: "write", kind: "write", input: { path } };
  }
  return undefined;
}

/** The reader of the host's files, with YAML and its schemas. The build lets it run on the first call. */
function lateLoadMimir(): typeof loader {
  return loader;
}

/** The twins of events, with the tools of all agents. The build lets it run on the first call. */
function lateTwinEvents(): typeof twins {
  return twins;
}
