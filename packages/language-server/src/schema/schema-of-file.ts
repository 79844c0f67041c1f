import { formatByContent, type Host, HOSTS, MAYROS_EVENTS } from "@gatehouse-hooks/hosts";
import { type JsonSchema, jsonSchemaOf } from "@gatehouse-hooks/hosts/json-schemas";
import type { TextFile } from "../text-file.js";

/** The front matter of a Mayros hook (document 000, "Frontmatter fields"). */
const MAYROS_HOOK: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", description: "The hook's name." },
    events: {
      enum: [...MAYROS_EVENTS],
      description: "The events that it is about, one or several with commas.",
    },
    description: { type: "string", description: "What the hook is for." },
    condition: {
      type: "string",
      description: "The model is asked only where this condition over the event holds.",
    },
    model: { type: "string", description: "`provider/model`. Default: that of the configuration." },
    timeout: { type: "integer", description: "How long the model has to answer, in milliseconds." },
    cache: {
      enum: ["none", "session", "global"],
      description: "Where an answer to the same question counts again.",
    },
    priority: { type: "integer", description: "Hooks run from high to low. Default 100." },
    enabled: { type: "boolean", description: "False switches the hook off. Default true." },
  },
};

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

/** Characters of a file that are read: the keys that tell are at the beginning of their lines. */
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
