import { GUARDED_ETC, GUARDED_FILES, GUARDED_FOLDERS, GUARDED_WHOLE } from "@gatehouse-hooks/hosts";

/** One or more separators, with `.` between them. */
const SEP = "[/\\\\](?:\\.?[/\\\\])*";
/** Everything below. */
const BELOW = `(?:${SEP}.*)?`;

/** A place that agents may read and not change: patterns of RE2 without anchors, letters in any case. */
interface GuardedPlace {
  /** A folder by its name, and what in it is guarded; `files` begins behind the separator. */
  readonly folder: string;
  readonly files: string;
}

/** What switches hooks off or on, or says what they do: the list of the pack `own-config`, as patterns. */
export const PLACE_PATTERNS: readonly GuardedPlace[] = GUARDED_FOLDERS.map(({ names, files, below }) => ({
  folder: anyOf(names),
  files: `(?:${[...files.map(patternOf), ...(below.length === 0 ? [] : [`${anyOf(below)}${BELOW}`])].join("|")})`,
}));

/** Files that are guarded wherever they are. */
export const FILE_PATTERNS: readonly string[] = GUARDED_FILES.map(patternOf);

/** Folders in which everything is guarded: policies, the list of trusted files, organisations' settings, the program. */
export const FOLDER_PATTERNS: readonly string[] = [
  ...GUARDED_WHOLE.map(patternOf),
  `etc[/\\\\]+${anyOf(GUARDED_ETC)}`,
];

/** One or more separators in a pattern. */
export const SEPARATOR: string = SEP;

function anyOf(names: readonly string[]): string {
  return names.length === 1 ? names.map(patternOf).join("") : `(?:${names.map(patternOf).join("|")})`;
}

/** A path as a pattern: small letters, since letters count in any case; `*` is a name without a dot. */
function patternOf(path: string): string {
  return path.toLowerCase().replaceAll(".", "\\.").replaceAll("*", "[\\w-]*").replaceAll("/", "[/\\\\]+");
}
