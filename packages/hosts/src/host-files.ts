import type { Expr } from "@gatehouse-hooks/condition/compile";
import type { CellDefinition, PolicyDefinition, Tier } from "@gatehouse-hooks/engine";
import type { DockerAgentOptions } from "./docker-agent/docker-agent-options.js";
import type { MayrosOptions } from "./mayros/mayros-config.js";
import type { PolicyTest } from "./gatehouse/policy-test.js";
import type { EventNames } from "./names/event-names.js";
import type { Report } from "./text/report.js";
import type { Source } from "./text/source.js";

/** Conditions that need not be parsed. */
export interface KnownConditions {
  /** What `parse` with strict escapes makes of a condition that has no issues, where that is known. */
  readonly parsed?: ((condition: string) => Expr | undefined) | undefined;
}

/** What hosts take beside a file, by the host's name. */
export interface HostOptions {
  readonly mayros?: MayrosOptions;
  readonly "docker-agent"?: DockerAgentOptions;
  readonly gatehouse?: KnownConditions;
}

/** One file to read. */
export interface FileToRead {
  readonly source: Source;
  readonly tier: Tier;
  /** Position of its first policy among policies of equal priority. */
  readonly order: number;
  /** Told of every problem, and of every policy that is lost. */
  readonly report: Report;
  readonly options: HostOptions;
  /** The names of events of all hosts. */
  readonly names: EventNames;
  /** Names of events that are an embedder's own. */
  readonly ownEvents: readonly string[];
}

/** The keys of a file, as far as they tell whose it is. */
export interface FileKeys {
  /** The file's name without its folders. */
  readonly name: string;
  readonly top: ReadonlySet<string>;
  /** The first key below `hooks`. */
  readonly hook: string | undefined;
}

/** What a place is wanted of. */
export type PolicyPart =
  | { readonly in: "name" }
  | { readonly in: "matcher" }
  /** A character of the condition's text. */
  | { readonly in: "condition"; readonly text: string; readonly offset: number };

/** The offset in `source.text` of a part of a policy; nothing where it is not written there. */
export type PlaceOf = (
  source: Source,
  policy: { readonly id: string; readonly line: number },
  part: PolicyPart,
) => number | undefined;

/** The hook files of a host. */
export interface HostFiles {
  /** The endings of their names, in lower case and with the dot. */
  readonly endings: readonly string[];
  /** Whether a file's name alone says that it is this host's; tells more than the ending. */
  readonly isNamed?: (path: string) => boolean;
  /** Whether the keys of a YAML or JSON file say so, for places where files have no names of their own. */
  readonly isLike?: (keys: FileKeys) => boolean;
  /** The names of what says what its hooks do, in the root of a project and in the user's home: a sandbox keeps them as they are. */
  readonly guarded?: { readonly project: readonly string[]; readonly home: readonly string[] };
  /** Its policies are asked about the agent's own events, with the names and the fields that these come with, and about no other. */
  readonly ofOwnEvents?: true;
  /** A file may hold tests of its policies. */
  readonly holdsTests?: true;
  /** Two policies of one file with one name are an error. */
  readonly namesAreUnique?: true;
  readonly read: (file: FileToRead) => {
    readonly policies: readonly PolicyDefinition[];
    /** When policies that are not in force would apply. */
    readonly drafts?: readonly PolicyDefinition[];
    readonly tests?: readonly PolicyTest[];
    readonly memory?: readonly CellDefinition[];
  };
  /** Absent: only the line of a policy is known. */
  readonly placeOf?: PlaceOf;
}
