import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A list to which each agent's folder adds what it exports of a type. */
export interface AgentList {
  /** Below `packages/hosts/src`. */
  readonly file: string;
  /** The constant that is the list. */
  readonly name: string;
  /** What a folder adds: its exported constants of this type; of this name, where all folders have the same. */
  readonly adds: { readonly type: string } | { readonly name: string };
  /** The files in an agent's folder that may add to it. */
  readonly from: RegExp;
}

/** The lists in which agents are gathered. What each holds is in the agents' folders; which files load which list is why they are several. */
export const AGENT_LISTS: readonly AgentList[] = [
  { file: "agents/agents.ts", name: "AGENTS", adds: { name: "AGENT" }, from: /^agent\.ts$/ },
  {
    file: "agents/agent-places.table.ts",
    name: "COMMAND_LINES",
    adds: { type: "AgentCommandLine" },
    from: /(?:^|\/)command-line\.ts$/,
  },
  {
    file: "agents/agent-places.table.ts",
    name: "AGENT_PLACES",
    adds: { type: "AgentPlaces" },
    from: /^places\.table\.ts$/,
  },
  {
    file: "wired/whole-wired-hosts.ts",
    name: "WHOLE_WIRED_HOSTS",
    adds: { type: "WiredHost" },
    from: /^host\.ts$/,
  },
  { file: "wired/wired-hosts.ts", name: "WIRED_HOSTS", adds: { type: "WiredHost" }, from: /^wired\.ts$/ },
  { file: "hosts.ts", name: "HOSTS", adds: { type: "Host" }, from: /^host\.ts$/ },
  { file: "vocabulary.ts", name: "FILE_TABLES", adds: { type: "HostTables" }, from: /\.ts$/ },
  {
    file: "vocabulary.ts",
    name: "TOOL_TYPES",
    adds: { name: "TOOL_TYPES" },
    from: /^tool-types\.table\.ts$/,
  },
  {
    file: "sessions/session-formats.ts",
    name: "SESSION_FORMATS",
    adds: { type: "SessionFormat" },
    from: /^session\.ts$/,
  },
  {
    file: "sessions/transcripts.table.ts",
    name: "TRANSCRIPTS",
    adds: { type: "AgentTranscript" },
    from: /^transcript\.ts$/,
  },
  { file: "importers/importers.table.ts", name: "IMPORTERS", adds: { type: "RuleImporter" }, from: /\.ts$/ },
  {
    file: "json-schemas/schemas.ts",
    name: "FILE_SCHEMAS",
    adds: { type: "FileSchema" },
    from: /^json-schema\.ts$/,
  },
  { file: "importers/importers.table.ts", name: "OWN_RULES", adds: { type: "OwnRules" }, from: /\.ts$/ },
];

/** What an agent's folder adds to a list. */
interface Added {
  /** The name in the list. */
  readonly name: string;
  readonly module: string;
  readonly statement: string;
}

/** The files of lists as they have to be, by their place below `packages/hosts/src`. */
export function writtenLists(src: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const list of AGENT_LISTS) {
    const text = texts.get(list.file) ?? readFileSync(path.join(src, list.file), "utf8");
    texts.set(list.file, withAll(text, list, addedTo(list, src)));
  }
  return texts;
}

/** What the lists lack or have too much, a line for each: which list, and which constant of which folder. */
export function staleLists(src: string): readonly string[] {
  return AGENT_LISTS.flatMap((list) => {
    const text = readFileSync(path.join(src, list.file), "utf8");
    const listed = namesIn(text, list);
    const added = addedTo(list, src);
    const names = new Set(added.map(({ name }) => name));
    return [
      ...added
        .filter(({ name, module }) => !listed.includes(name) || !text.includes(`"${module}"`))
        .map(({ statement }) => `${list.file}: ${list.name} lacks ${statement}`),
      ...listed
        .filter((one) => !names.has(one))
        .map((one) => `${list.file}: ${list.name} has ${one}, which no folder exports`),
    ];
  });
}

function addedTo({ file, adds, from }: AgentList, src: string): readonly Added[] {
  return agentFolders(src).flatMap((folder) =>
    readdirSync(path.join(src, folder), { recursive: true, encoding: "utf8" })
      .map((one) => one.split(path.sep).join("/"))
      .filter((one) => from.test(one))
      .toSorted()
      .flatMap((one) => {
        const text = readFileSync(path.join(src, folder, one), "utf8");
        const depth = file.split("/").length - 1;
        const module = `${depth === 0 ? "./" : "../".repeat(depth)}${folder}/${one.replace(/\.ts$/, ".js")}`;
        if ("name" in adds) {
          if (!new RegExp(`^export const ${adds.name}\\b`, "m").test(text)) return [];
          const name = camel(folder) + (adds.name === "AGENT" ? "" : "Types");
          return [{ name, module, statement: `import { ${adds.name} as ${name} } from "${module}";` }];
        }
        return Array.from(
          text.matchAll(new RegExp(`^export const (\\w+): ${adds.type} =`, "gm")),
          ([, name = ""]) => ({
            name,
            module,
            statement: `import { ${name} } from "${module}";`,
          }),
        );
      }),
  );
}

/** Folders of agents, and of formats that are called as one: each has a descriptor or a host. The native format is beside them. */
function agentFolders(src: string): readonly string[] {
  return readdirSync(src)
    .filter((one) => one !== "gatehouse")
    .filter((one) => ["agent.ts", "host.ts"].some((file) => existsSync(path.join(src, one, file))))
    .toSorted();
}

const camel = (folder: string): string =>
  folder.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** The place of a list's elements in its file. */
function elementsOf(text: string, { name, file }: AgentList): readonly [number, number] {
  const found = new RegExp(`const ${name}\\b[^=]*= \\[`).exec(text);
  const end = found === null ? -1 : text.indexOf("]", found.index + found[0].length);
  if (found === null || end < 0) throw new Error(`${file}: no list ${name}`);
  return [found.index + found[0].length, end];
}

/** The elements that are of folders: not those of another list, nor of the native format. */
function namesIn(text: string, list: AgentList): readonly string[] {
  return allIn(text, list).filter((one) => /^\w+$/.test(one) && !/^gatehouse/i.test(one));
}

function allIn(text: string, list: AgentList): readonly string[] {
  return text
    .slice(...elementsOf(text, list))
    .replaceAll(/\/\/.*$/gm, "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** Those that are there stay in their order; what is new comes last, and before the elements of another list. */
function withAll(text: string, list: AgentList, added: readonly Added[]): string {
  const all = allIn(text, list);
  const names = new Set(added.map(({ name }) => name));
  const mine = new Set(namesIn(text, list));
  const kept = all.filter((one) => !mine.has(one) || names.has(one));
  const fresh = added.filter(({ name }) => !all.includes(name));
  const at = kept.findLastIndex((one) => mine.has(one)) + 1;
  const gone = all.filter((one) => !kept.includes(one));
  const [start, end] = elementsOf(text, list);
  const elements = kept.toSpliced(at, 0, ...fresh.map(({ name }) => name));
  const written = `${text.slice(0, start)}\n${elements.map((one) => `  ${one},\n`).join("")}${text.slice(end)}`;
  const without = written
    .split("\n")
    .filter(
      (line) => !(line.startsWith("import ") && gone.some((one) => new RegExp(`\\b${one}\\b`).test(line))),
    );
  return [...fresh.map(({ statement }) => statement), ...without].join("\n");
}
