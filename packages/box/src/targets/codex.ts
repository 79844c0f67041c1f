import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { BoxProfile } from "../profile.js";
import { plainPaths } from "./claude-code.js";
import {
  type GeneratedSettings,
  someKeys,
  tableAt,
  type OpenSetting,
  type SandboxTarget,
  settingAt,
} from "./sandbox-target.js";

/** How deep Codex looks for what a pattern names. */
const SCAN_DEPTH = 6;

/**
 * A permission profile of Codex, `gatehouse`, as the object of its `config.toml`. Patterns are looked for in the workspace. Profiles are
 * ignored where `sandbox_mode` is set anywhere. A list of hosts restricts nothing but with Codex's own proxy, which is switched on.
 */
export function codexSettings({ hidden, kept, network }: BoxProfile): GeneratedSettings {
  const hosts = network.kind === "hosts" ? network.hosts : [];
  // Whether a list without hosts lets none through or every one is not for Codex to say.
  const isOff = network.kind === "none" || (network.kind === "hosts" && hosts.length === 0);
  const [unread, wildUnread] = plainPaths(hidden.map(({ glob }) => glob));
  const [unwritten, wildKept] = plainPaths(kept.map(({ glob }) => glob));
  const floating = (globs: readonly string[]): readonly string[] =>
    globs.filter((glob) => glob.startsWith("**/") || glob.startsWith("./"));
  const inside = (globs: readonly string[], how: string): readonly (readonly [string, string])[] =>
    floating(globs).map((glob) => [glob.replace(/^\.\//, ""), how] as const);
  const outside = unread.filter((path) => path.startsWith("/") || path.startsWith("~"));
  const workspace = [
    ...inside([...unwritten, ...wildKept], "read"),
    // Last: what is hidden stays hidden where it is kept, too.
    ...inside([...unread, ...wildUnread], "deny"),
  ];
  return {
    settings: {
      default_permissions: "gatehouse",
      ...(hosts.length > 0 ? { features: { network_proxy: true } } : {}),
      permissions: {
        gatehouse: {
          extends: ":workspace",
          filesystem: {
            glob_scan_max_depth: SCAN_DEPTH,
            ...Object.fromEntries(outside.map((path) => [path, "deny"])),
            ":workspace_roots": Object.fromEntries(workspace),
          },
          network: {
            enabled: !isOff,
            ...(hosts.length > 0
              ? { domains: Object.fromEntries(hosts.map((host) => [host, "allow"])) }
              : {}),
          },
        },
      },
    },
    unsaid: wildUnread.filter((glob) => !floating([glob]).includes(glob)),
  };
}

const IGNORED = "permission profiles are ignored where it is set";

function joined(there: JsonObject, settings: JsonObject): JsonObject {
  const features = tableAt(settings, "features");
  return {
    ...there,
    ...settings,
    ...(Object.keys(features).length > 0 && { features: { ...tableAt(there, "features"), ...features } }),
    permissions: { ...tableAt(there, "permissions"), ...tableAt(settings, "permissions") },
  };
}

function generatedIn(value: JsonObject): JsonObject {
  const features = someKeys(tableAt(value, "features"), ["network_proxy"]);
  return {
    ...someKeys(value, ["default_permissions"]),
    ...(Object.keys(features).length > 0 && { features }),
    permissions: someKeys(tableAt(value, "permissions"), ["gatehouse"]),
  };
}

/** A list of hosts needs the proxy: one of this file, or one that another file may have. */
function isProxyless(value: JsonObject): boolean {
  if (settingAt(value, ["features", "network_proxy"]) !== false) return false;
  const profile = settingAt(value, ["permissions", "gatehouse"]);
  return profile === undefined || settingAt(profile, ["network", "domains"]) !== undefined;
}

function openIn(value: JsonObject): readonly OpenSetting[] {
  // A profile of settings is what `codex --profile` switches on.
  const places = [
    ["", value] as const,
    ...Object.entries(tableAt(value, "profiles")).flatMap(([name, one]) =>
      isRecord(one) ? [[`profiles.${name}.`, one] as const] : [],
    ),
  ];
  return places.flatMap(([at, one]) => {
    const chosen = settingAt(one, ["default_permissions"]);
    return [
      ...(settingAt(one, ["sandbox_mode"]) === undefined ? [] : [{ key: `${at}sandbox_mode`, why: IGNORED }]),
      ...(typeof chosen === "string" && chosen !== "gatehouse"
        ? [{ key: `${at}default_permissions`, why: "another permission profile is in force" }]
        : []),
      ...(isProxyless(one)
        ? [{ key: `${at}features.network_proxy`, why: "without its proxy a list of hosts restricts nothing" }]
        : []),
    ];
  });
}

/** Codex' own sandbox, by a permission profile in its configuration. */
export const codexTarget: SandboxTarget = {
  agent: "codex",
  title: "Codex",
  file: "config.toml",
  beside: [".codex/config.toml", "/etc/codex/config.toml", "/etc/codex/managed_config.toml"],
  needs: [],
  generate: codexSettings,
  joined,
  generatedIn,
  openIn,
};
