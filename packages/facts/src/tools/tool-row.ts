const ROWS: Readonly<Record<string, ToolRow>> = {
  shell: { tool: "*", shell: "command" },
  read: { tool: "*", reads: ["path", "paths"] },
  write: { tool: "*", writes: "path" },
  edit: { tool: "*", edits: ["path", "paths"] },
  delete: { tool: "*", deletes: "path" },
  search: { tool: "*", searches: "path", names: ["glob", "include"] },
  fetch: { tool: "*", url: ["url", "urls"] },
  agent: { tool: "*" },
};

/** A tool that no table has, by the canonical kind that its host's table says, with the canonical names of its parameters. */
export function kindRow(kind: string | null): readonly ToolRow[] {
  const row = kind !== null && Object.hasOwn(ROWS, kind) ? ROWS[kind] : undefined;
  return row === undefined ? [] : [row];
}

/**
 * What a tool other than the shell does: a row of the tool table. Every key but `tool` names parameters; of several names each
 * that is there counts. A parameter may hold one string or a list of them.
 */
export interface ToolRow {
  /** Names; a `*` is any run of characters (`mcp__fs__read_*`). */
  readonly tool: string | readonly string[];
  /** A command line. */
  readonly shell?: string | readonly string[];
  /** Files that are read. */
  readonly reads?: string | readonly string[];
  /** Directories whose names are listed; absent in a call: the working directory. */
  readonly lists?: string | readonly string[];
  /** Directories or files that are searched, with everything below; absent in a call: the working directory. */
  readonly searches?: string | readonly string[];
  /** Globs of the names of files to which a search is kept; one that begins with `/` or `~` is not below its folder. */
  readonly names?: string | readonly string[];
  /** Files that are written. */
  readonly writes?: string | readonly string[];
  /** Files that are read and written. */
  readonly edits?: string | readonly string[];
  /** Files or directories that are made. */
  readonly creates?: string | readonly string[];
  /** Folders that get files whose names the call does not say. */
  readonly unpacks?: string | readonly string[];
  /** Files that are deleted. */
  readonly deletes?: string | readonly string[];
  /** Directories that are deleted with everything below. */
  readonly deletesTree?: string | readonly string[];
  /** Files that get another name: read and deleted. */
  readonly moves?: string | readonly string[];
  /** Addresses that are fetched. */
  readonly url?: string | readonly string[];
  /** A text in which addresses may be. */
  readonly urlsIn?: string | readonly string[];
  /** The text of a patch (`*** Update File: …`, or a unified diff). */
  readonly patch?: string | readonly string[];
  /** The directory that a call runs in. */
  readonly cwd?: string | readonly string[];
  /** It is understood, and does something that is none of these; a kind of `ACTION_KINDS` or `x.…`. */
  readonly action?: string;
  /** Calls of other tools in one: a list of objects, each with the tool's name and its arguments. */
  readonly calls?: string | readonly string[];
  /** The shell of its command lines; absent: bash. */
  readonly dialect?: "powershell" | "cmd";
  /** Nothing but the names of the tool and its arguments says what it does: facts have `maybe`. */
  readonly guessed?: true;
  /** Code in a language that is not a shell. */
  readonly code?: { readonly parameter: string; readonly lang: string };
}
