import { isRecord } from "@gatehouse-hooks/json";
import type { Event } from "@gatehouse-hooks/engine";
import type { OwnRules } from "@gatehouse-hooks/hosts/import";
import { messageOf } from "@gatehouse-hooks/console";
import { agentFolder, WIRINGS } from "@gatehouse-hooks/local/agents";
import { readRuleFile, ruleFilesAt } from "@gatehouse-hooks/local/rules";
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/** Where the files of an agent's own rules are looked for. */
export interface RulePlaces {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The call's project, and those it is of besides, absolute. */
  readonly projects: readonly string[];
}

/** A file of rules, under the name that importers tell the user's own files by. */
interface OwnRuleFile {
  readonly path: string;
  /** Where it is. */
  readonly file: string;
  readonly text: string;
}

/** The files that were found, and why one that may have rules could not be read. */
interface FoundOwnRules {
  readonly files: readonly OwnRuleFile[];
  readonly unread: readonly string[];
}

type RulesInFiles = Extract<OwnRules, { readonly kind: "files" }>;

/** The most folders from a call's own up to the root that are looked into. */
const MOST_FOLDERS = 256;

/**
 * Every settings level of an agent: the machine's, the user's, and those of the call's folder and of each folder above it, since an
 * agent that was started further up has its project there.
 */
export async function findOwnRules(
  rules: RulesInFiles,
  event: Event,
  places: RulePlaces,
): Promise<FoundOwnRules> {
  const { importer, more, unread: others } = rules;
  const folders = foldersOf(event, places);
  const files: OwnRuleFile[] = [];
  const unread: string[] = [];
  if (folders.isCut) unread.push("the call's folder is too deep");
  const look = async (place: string, take: (file: OwnRuleFile) => void): Promise<void> => {
    for (const { pattern, path } of patternsOf(place, rules, event, places, folders.list)) {
      const found = await ruleFilesAt(pattern).catch((error: unknown) => {
        unread.push(`\`${dirname(pattern)}\` cannot be listed (${messageOf(error)})`);
        return [];
      });
      for (const file of found) {
        const read = await readRuleFile(file);
        if (read.kind === "text")
          take({
            path: path === pattern ? file : join(dirname(path), file.slice(dirname(file).length + 1)),
            file,
            text: read.text,
          });
        if (read.kind === "unread") unread.push(`\`${file}\` cannot be read (${read.why})`);
      }
    }
  };
  for (const place of [...importer.places, ...more]) await look(place, (file) => files.push(file));
  for (const place of others?.places ?? [])
    await look(place, ({ file, text }) => {
      if (others?.hasRules(text) === true) unread.push(`\`${file}\` has rules that are not read here`);
    });
  return { files, unread };
}

/** A place as paths of this machine, and under the name that it has for everybody. */
function patternsOf(
  place: string,
  { host, sessions }: RulesInFiles,
  event: Event,
  { home, env }: RulePlaces,
  folders: readonly string[],
): readonly { readonly pattern: string; readonly path: string }[] {
  if (isAbsolute(place)) return [{ pattern: place, path: place }];
  if (!place.startsWith("~/"))
    return folders.map((folder) => join(folder, place)).map((one) => ({ pattern: one, path: one }));
  const rest = place.slice(2);
  const wiring = WIRINGS.find(({ agent }) => agent === host);
  const own = wiring === undefined ? undefined : `${wiring.folder}/`;
  const moved =
    wiring === undefined || own === undefined || !rest.startsWith(own)
      ? []
      : [agentFolder(wiring, env, home), ...sessionsAbove(event, sessions)].map((folder) =>
          join(folder, rest.slice(own.length)),
        );
  return [...new Set([join(home, rest), ...moved])].map((pattern) => ({ pattern, path: place }));
}

/** The agent's own folder, as the path of the session's file tells it: `CLAUDE_CONFIG_DIR` is not known to a daemon. */
function sessionsAbove({ raw }: Event, sessions: string | undefined): readonly string[] {
  const path = isRecord(raw) ? raw["transcript_path"] : undefined;
  if (sessions === undefined || typeof path !== "string" || !isAbsolute(path)) return [];
  const at = path.lastIndexOf(`/${sessions}/`);
  return at <= 0 ? [] : [path.slice(0, at)];
}

/** The folders that a call may be of, each with those above it. */
function foldersOf(
  event: Event,
  { projects }: RulePlaces,
): { readonly list: readonly string[]; readonly isCut: boolean } {
  const told = [event["cwd"], event["workspace"], event["project_dir"], ...projects];
  const starts = told.filter((one): one is string => typeof one === "string" && isAbsolute(one));
  const list = new Set<string>();
  for (const start of starts.flatMap((one) => [one, realOf(one)])) {
    for (let folder = start; !list.has(folder); folder = dirname(folder)) {
      if (list.size >= MOST_FOLDERS) return { list: [...list], isCut: true };
      list.add(folder);
    }
  }
  return { list: [...list], isCut: false };
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
