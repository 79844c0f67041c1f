import type { WordNode } from "@gatehouse-hooks/shell";
import type { Extent } from "../script/script-nodes.js";

/** A command's words, options apart. */
export interface CmdWords extends Extent {
  readonly options: readonly string[];
  readonly words: readonly WordNode[];
}
