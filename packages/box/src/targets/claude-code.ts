import { proxiedHosts, type BoxPlace, type BoxProfile } from "../profile.js";
import type { JsonObject } from "@gatehouse-hooks/json";
import {
  bothLists,
  commonList,
  type GeneratedSettings,
  someKeys,
  stringsAt,
  tableAt,
  type OpenSetting,
  type SandboxTarget,
  settingAt,
} from "./sandbox-target.js";

/**
 * The key `sandbox` of Claude Code's settings. It fails closed: without its sandbox nothing runs, and a command cannot leave it. Its paths
 * have no wildcard on Linux, and those of the workspace are not the workspace's in a file of the user's: both are left out, and said.
 */
export function claudeCodeSettings({ hidden, kept, network }: BoxProfile): GeneratedSettings {
  const [named, others] = nameable(hidden);
  const [denyRead, unread] = plainPaths(named);
  const [denyWrite, unkept] = plainPaths(kept.map(({ glob }) => glob));
  const isFixed = (path: string): boolean => !path.startsWith("./");
  return {
    settings: {
      sandbox: {
        enabled: true,
        failIfUnavailable: true,
        allowUnsandboxedCommands: false,
        filesystem: { denyRead: denyRead.filter(isFixed), denyWrite: denyWrite.filter(isFixed) },
        ...(network.kind === "host" ? {} : { network: { allowedDomains: proxiedHosts(network) } }),
      },
    },
    unsaid: [
      ...others,
      ...unread,
      ...unkept,
      ...[...denyRead, ...denyWrite].filter((path) => !isFixed(path)),
    ],
  };
}

/** Globs of what is hidden, and those that would hide the home or the workspace: what stays open of them has no words. */
export function nameable(hidden: readonly BoxPlace[]): readonly [readonly string[], readonly string[]] {
  const isWide = ({ except }: BoxPlace): boolean => except.includes("./**") || except.includes("~/**");
  const globsOf = (some: readonly BoxPlace[]): readonly string[] => some.map(({ glob }) => glob);
  return [globsOf(hidden.filter((one) => !isWide(one))), globsOf(hidden.filter(isWide))];
}

/** Paths without wildcards, a whole folder as the folder; and what is left. */
export function plainPaths(globs: readonly string[]): readonly [readonly string[], readonly string[]] {
  const plain = new Set<string>();
  const others = new Set<string>();
  for (const glob of globs) {
    const path = glob.endsWith("/**") ? glob.slice(0, -3) : glob;
    if (path === "" || /[*?[]/.test(path)) others.add(glob);
    else plain.add(path);
  }
  return [[...plain], [...others]];
}

/** What has to be so, else commands run without a sandbox. */
const MUST: Readonly<Record<string, boolean>> = {
  enabled: true,
  failIfUnavailable: true,
  allowUnsandboxedCommands: false,
};
/** What takes commands, paths or sockets out of it. */
const LISTS_OUT: readonly (readonly [string, string])[] = [
  ["excludedCommands", "these commands run without a sandbox"],
  ["filesystem.allowRead", "these paths can be read although they are denied"],
];
const SWITCHES_OUT: readonly (readonly [string, string])[] = [
  ["enableWeakerNestedSandbox", "the sandbox is a weaker one"],
  ["network.allowAllUnixSockets", "every service of the machine can be asked"],
];

function joined(there: JsonObject, settings: JsonObject): JsonObject {
  const [had, ours] = [tableAt(there, "sandbox"), tableAt(settings, "sandbox")];
  const [files, hosts] = [tableAt(had, "filesystem"), tableAt(had, "network")];
  const [ourFiles, ourHosts] = [
    tableAt(ours, "filesystem"),
    stringsAt(tableAt(ours, "network"), "allowedDomains"),
  ];
  const united = (key: string): readonly string[] =>
    bothLists(stringsAt(files, key) ?? [], stringsAt(ourFiles, key) ?? []);
  const network = {
    ...hosts,
    ...(ourHosts && { allowedDomains: commonList(stringsAt(hosts, "allowedDomains"), ourHosts) }),
    ...(hosts["allowAllUnixSockets"] === true && { allowAllUnixSockets: false }),
  };
  return {
    ...there,
    sandbox: {
      ...had,
      ...MUST,
      ...(stringsAt(had, "excludedCommands") && { excludedCommands: [] }),
      ...(had["enableWeakerNestedSandbox"] === true && { enableWeakerNestedSandbox: false }),
      filesystem: {
        ...files,
        denyRead: united("denyRead"),
        denyWrite: united("denyWrite"),
        ...(stringsAt(files, "allowRead") && { allowRead: [] }),
      },
      ...(Object.keys(network).length > 0 && { network }),
    },
  };
}

function openIn(value: JsonObject): readonly OpenSetting[] {
  const at = (key: string) => settingAt(value, ["sandbox", ...key.split(".")]);
  return [
    ...Object.entries(MUST)
      .filter(([key, must]) => typeof at(key) === "boolean" && at(key) !== must)
      .map(([key]) => ({ key: `sandbox.${key}`, why: "commands run without a sandbox" })),
    ...LISTS_OUT.filter(([key]) => {
      const list = at(key);
      return Array.isArray(list) && list.length > 0;
    }).map(([key, why]) => ({ key: `sandbox.${key}`, why })),
    ...SWITCHES_OUT.filter(([key]) => at(key) === true).map(([key, why]) => ({ key: `sandbox.${key}`, why })),
  ];
}

/** Claude Code's own sandbox, in the user's settings. */
export const claudeCodeTarget: SandboxTarget = {
  agent: "claude-code",
  title: "Claude Code",
  file: "settings.json",
  beside: [".claude/settings.json", ".claude/settings.local.json", "/etc/claude-code/managed-settings.json"],
  needs: ["bwrap", "socat"],
  generate: claudeCodeSettings,
  joined,
  generatedIn: (value) => someKeys(value, ["sandbox"]),
  openIn,
};
