import { proxiedHosts, type BoxProfile } from "../profile.js";
import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import { matchesGlob, segmentsOf } from "../match-glob.js";
import { nameable, plainPaths } from "./claude-code.js";
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
  // Its proxy is outside: what a list says of this machine would open the services of that.
  const hosts = proxiedHosts(network);
  // Whether a list without hosts lets none through or every one is not for Codex to say.
  const isOff = network.kind === "none" || (network.kind === "hosts" && hosts.length === 0);
  const [named, others] = nameable(hidden);
  const [unread, wildUnread] = plainPaths(named);
  const floating = [...unread, ...wildUnread].filter((glob) => isFloating(glob)).map(fromTop);
  const absolute = unread.filter((path) => path.startsWith("/") || path.startsWith("~"));
  // Codex does not start where it has to hide a path in a folder that is hidden.
  const outside = absolute.filter((path) => !absolute.some((one) => path.startsWith(`${one}/`)));
  const [keptPaths, unkept] = readOnly(
    kept.map(({ glob }) => glob),
    floating,
  );
  const workspace = [
    ...keptPaths.map((path) => [path, "read"] as const),
    ...floating.map((glob) => [glob, "deny"] as const),
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
    unsaid: [...others, ...wildUnread.filter((glob) => !isFloating(glob)), ...unkept],
  };
}

function isFloating(glob: string): boolean {
  return glob.startsWith("**/") || glob.startsWith("./");
}

function fromTop(glob: string): string {
  return glob.replace(/^\.\//, "");
}

/** A glob of what is kept, as a path at the top of the workspace. */
interface TopPath {
  readonly glob: string;
  readonly path: string;
}

/**
 * The paths that are read-only, and the globs of which that is not all. Codex takes patterns for what is denied alone: of what is kept wherever
 * it is, the place at the top of the workspace is. An exact path would show what a pattern denies, which cannot be written either.
 */
function readOnly(
  kept: readonly string[],
  denied: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const inside = kept.filter((glob) => isFloating(glob));
  const paths = new Map<string, TopPath[]>();
  for (const glob of inside) {
    const path = fromTop(glob)
      .replace(/^\*\*\//, "")
      .replace(/\/\*\*$/, "");
    if (path === "" || /[*?[]/.test(path)) continue;
    if (denied.some((one) => matchesGlob(segmentsOf(one), segmentsOf(path)))) continue;
    const [first = ""] = path.split("/");
    paths.set(first, [...(paths.get(first) ?? []), { glob, path }]);
  }
  const said = [...paths].flatMap(([first, all]) => inFolder(first, all));
  const whole = new Set(said.flatMap(({ glob }) => (glob.startsWith("./") ? [glob] : [])));
  return [[...new Set(said.map(({ path }) => path))], inside.filter((glob) => !whole.has(glob))];
}

/**
 * What can be said of the paths in one folder. Codex does not start where two of them are in a folder that is not there, so that the folder is
 * named: one of settings, and none of programs or sources, which would be in the way of whoever makes it.
 */
function inFolder(first: string, all: readonly TopPath[]): readonly TopPath[] {
  const paths = new Set(all.map(({ path }) => path));
  if (paths.has(first) || (first.startsWith(".") && paths.size > 1))
    return all.map(({ glob }) => ({ glob, path: first }));
  return paths.size === 1 && (first.startsWith(".") || all.every(({ glob }) => glob.startsWith("./")))
    ? all
    : [];
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
