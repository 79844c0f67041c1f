import { formatByContent, type Host, HOSTS } from "@gatehouse-hooks/hosts";
import { type FileSchema, fileSchemas, type JsonSchema } from "@gatehouse-hooks/hosts/json-schemas";
import type { TextFile } from "../text-file.js";

/** What kind of file it is, for completion and hover. */
export type FileKind = Omit<FileSchema, "make">;

/** The kind of a file by its place, its name and its keys; `null` for one that is not ours: an editor shows all files to a server. */
export function fileKindOf({ path, text }: TextFile): FileKind | null {
  const start = text.slice(0, LOOKED_AT);
  const byEnding = KINDS.find(({ ending }) => ending !== undefined && path.toLowerCase().endsWith(ending));
  if (byEnding !== undefined) return byEnding.isLike?.(path, start) === true ? byEnding : null;
  const others = KINDS.filter(({ ending }) => ending === undefined);
  const format = formatByContent(path, new TextEncoder().encode(start), BY_CONTENT);
  const found = others.find(({ name, isLike }) =>
    format === undefined ? isLike?.(path, start) : name === format,
  );
  return found ?? null;
}

/** Characters of a file that are read: the keys that tell are at the beginning of their lines. */
const LOOKED_AT = 65_536;

/** The hosts as if no ending told whose a file is. */
const BY_CONTENT: readonly Host[] = HOSTS.map((host) =>
  host.files === undefined ? host : { ...host, files: { ...host.files, endings: [] } },
);

const KINDS: readonly FileSchema[] = fileSchemas();

/** Made once: completion asks at each key. */
const SCHEMAS: ReadonlyMap<string, JsonSchema> = new Map(KINDS.map(({ name, make }) => [name, make()]));

/** The schema of a kind of file. */
export function schemaOfKind({ name }: FileKind): JsonSchema {
  return SCHEMAS.get(name) ?? {};
}
