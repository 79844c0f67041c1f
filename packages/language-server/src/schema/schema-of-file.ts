import { formatByContent, type Host, HOSTS } from "@gatehouse-hooks/hosts";
import { jsonSchemaOf, type JsonSchema } from "@gatehouse-hooks/hosts/json-schemas";
import type { TextFile } from "../text-file.js";
import { MAYROS_HOOK } from "./mayros-hook.table.js";

/** What kind of file it is, for completion and hover. */
export type FileKind = "gatehouse" | "mayros" | "mayros-config" | "docker-agent" | "mimir";

/** The kind of a file by its place, its name and its keys; `null` for one that is not ours: an editor shows all files to a server. */
export function fileKindOf({ path, text }: TextFile): FileKind | null {
  const start = text.slice(0, LOOKED_AT);
  if (/\.json5$/i.test(path)) return isMayrosConfig(path, start) ? "mayros-config" : null;
  if (/\.md$/i.test(path)) return isMayrosHook(path, start) ? "mayros" : null;
  const inFolder = /[\\/]\.(gatehouse|mimir)[\\/][^/]+\.(?:ya?ml|json)$/i.exec(path)?.[1];
  const format = formatByContent(path, new TextEncoder().encode(start), BY_CONTENT) ?? inFolder;
  switch (format) {
    case "gatehouse":
    case "docker-agent":
    case "mimir":
      return format;
    default:
      return null;
  }
}

/** Characters of a file that are looked at: the keys that tell are at the beginning of their lines. */
const LOOKED_AT = 65_536;

/** The hosts as if no ending told whose a file is. */
const BY_CONTENT: readonly Host[] = HOSTS.map((host) =>
  host.files === undefined ? host : { ...host, files: { ...host.files, endings: [] } },
);

function isMayrosConfig(path: string, text: string): boolean {
  return /[\\/]\.mayros[\\/]|(?:^|[\\/])mayros\.json5$/i.test(path) || /\bllmHooks\b|"llm-hooks"/.test(text);
}

function isMayrosHook(path: string, text: string): boolean {
  return /[\\/]\.mayros[\\/]/i.test(path) || /^\uFEFF?---\s[\s\S]*?^events[ \t]*:/m.test(text);
}

/** Made once: completion asks at each key. */
const SCHEMAS: Readonly<Record<FileKind, JsonSchema>> = {
  gatehouse: jsonSchemaOf("gatehouse"),
  mayros: MAYROS_HOOK,
  "mayros-config": jsonSchemaOf("mayros-config"),
  "docker-agent": jsonSchemaOf("docker-agent"),
  mimir: jsonSchemaOf("mimir"),
};

/** The schema of a kind of file. */
export function schemaOfKind(kind: FileKind): JsonSchema {
  return SCHEMAS[kind];
}
