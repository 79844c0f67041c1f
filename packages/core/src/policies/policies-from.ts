import type { PolicyDefinition, Tier } from "@gatehouse-hooks/engine";
import type { DefinedPolicy } from "../definitions/define-policy.js";

/** A policy file that the caller has read. */
export interface PolicyText {
  /** The whole file. */
  readonly text: string;
  /** For issues, and for the format by its ending. Default `policies.yaml`. */
  readonly path?: string;
  /** The name of the host whose file it is. Default: by the path. */
  readonly format?: string;
  /** Who stands behind it. Default `project`. */
  readonly tier?: Tier;
}

/** A file or folder, with the tier of those who may write it. */
export interface PolicyPath {
  /** A file or folder; relative to the working directory of the process. */
  readonly path: string;
  /** The name of the host whose files they are: `gatehouse`, `mayros`, `mimir`, `docker-agent` … Default: by names and content. */
  readonly format?: string;
  /** Default `project`. */
  readonly tier?: Tier;
}

/**
 * Where policies come from: the path of a file or folder (a string, a `file:` address, or `{ path, format, tier }`), the text of a file, or
 * a definition.
 */
export type PoliciesFrom =
  | string
  | URL
  | PolicyPath
  | PolicyText
  | PolicyDefinition
  | DefinedPolicy
  | readonly DefinedPolicy[];
