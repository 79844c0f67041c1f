import { locateJson } from "@gatehouse-hooks/hosts";
import {
  isRecord,
  type Issue,
  type JsonValue,
  own,
  parseJson,
  type Position,
  position,
  isList,
} from "@gatehouse-hooks/json";
import { type Io, readDocument } from "@gatehouse-hooks/console";

/** A tool as its server describes it. */
interface GivenTool {
  readonly name: string;
  readonly schema: JsonValue | undefined;
}

/** The tools of one server. */
export interface GivenServer {
  /** What the agent calls it; `undefined` where the file does not say. */
  readonly name: string | undefined;
  readonly tools: readonly GivenTool[];
  /** These are all of its tools. */
  readonly complete: boolean;
}

/** What was read of files with tools. */
interface GivenTools {
  readonly servers: readonly GivenServer[];
  readonly issues: readonly Issue[];
}

const MAX_BYTES = 8 * 1024 * 1024;
const MOST_TOOLS = 10_000;
const LONGEST_NAME = 200;
/** Issues of one file. */
const MOST_ISSUES = 20;
const SERVER = /^([\w.-]+)=(.+)$/s;

/**
 * Reads the files of `--tools [SERVER=]FILE`: what an MCP server answers to `tools/list` (`{ tools: [{ name, inputSchema }] }`), the
 * JSON-RPC reply around it, the list alone, or an object of several servers by their names.
 *
 * @throws UsageError for a file that cannot be read
 */
export async function readGivenTools(io: Io, given: readonly string[]): Promise<GivenTools> {
  const servers: GivenServer[] = [];
  const issues: Issue[] = [];
  for (const one of given) {
    const { server, file } = toolsFile(one);
    const bytes = await readDocument(io, file, "a list of tools");
    const { value, issue } = parseJson(bytes, {
      maxBytes: MAX_BYTES,
      maxNodes: 1_000_000,
      loneSurrogates: "keep",
    });
    if (issue !== undefined) {
      issues.push({ ...issue, path: file, cure: "write what the server answers to `tools/list`" });
      continue;
    }
    const reader = new ToolsReader(file, new TextDecoder().decode(bytes));
    servers.push(...reader.servers(value, server));
    issues.push(...reader.issues.slice(0, MOST_ISSUES));
  }
  return { servers, issues };
}

/** The parts of `[SERVER=]FILE`. */
export function toolsFile(given: string): { readonly server: string | undefined; readonly file: string } {
  const [, server, file = given] = SERVER.exec(given) ?? [];
  return { server, file };
}

type Steps = readonly (string | number)[];

class ToolsReader {
  readonly issues: Issue[] = [];
  readonly #file: string;
  readonly #text: string;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  servers(value: JsonValue, name: string | undefined): readonly GivenServer[] {
    const list = listIn(value);
    if (list !== undefined) return [this.#server(list, name)];
    const named = isRecord(value)
      ? Object.entries(value).map(([key, one]) => [key, listIn(one)] as const)
      : [];
    if (name !== undefined || named.every(([, one]) => one === undefined)) {
      this.#problem([], "expected the tools of a server", "write what the server answers to `tools/list`");
      return [];
    }
    return named.flatMap(([key, one]) => {
      if (one !== undefined) return [this.#server({ ...one, steps: [key, ...one.steps] }, key)];
      this.#problem(
        [key],
        "expected the tools of this server",
        "write what the server answers to `tools/list`",
      );
      return [];
    });
  }

  #server({ tools, steps, more }: FoundList, name: string | undefined): GivenServer {
    if (tools.length > MOST_TOOLS)
      this.#problem(steps, `expected at most ${MOST_TOOLS} tools`, "give the tools that policies name");
    const read = tools.slice(0, MOST_TOOLS).flatMap((tool, i) => this.#tool(tool, [...steps, i]));
    return { name, tools: read, complete: !more && read.length === tools.length };
  }

  #tool(tool: JsonValue, steps: Steps): readonly GivenTool[] {
    const name = own(tool, "name");
    if (typeof name !== "string" || name === "" || name.length > LONGEST_NAME) {
      this.#problem(
        steps,
        `expected a tool with a \`name\` of 1 to ${LONGEST_NAME} characters`,
        'write `"name": "…"`',
      );
      return [];
    }
    const key = ["inputSchema", "input_schema"].find((one) => own(tool, one) !== undefined);
    const schema = key === undefined ? undefined : (own(tool, key) as JsonValue);
    if (key !== undefined && !isRecord(schema) && typeof schema !== "boolean")
      this.#problem([...steps, key], "expected a JSON Schema", "write an object");
    return [{ name, schema }];
  }

  #problem(steps: Steps, message: string, cure: string): void {
    if (this.issues.length >= MOST_ISSUES) return;
    this.issues.push({
      severity: "error",
      code: "invalid-tools",
      message,
      path: this.#file,
      ...this.#place(steps),
      cure,
    });
  }

  #place(steps: Steps): Position {
    const place = locateJson(this.#text).places.get(JSON.stringify(steps));
    return position(this.#text, place?.value ?? 0);
  }
}

interface FoundList {
  readonly tools: readonly JsonValue[];
  readonly steps: Steps;
  /** The server has more of them. */
  readonly more: boolean;
}

function listIn(value: JsonValue | undefined): FoundList | undefined {
  if (isList(value)) return { tools: value, steps: [], more: false };
  const tools = own(value, "tools");
  if (isList(tools))
    return {
      tools,
      steps: ["tools"],
      more: typeof own(value, "nextCursor") === "string",
    };
  const result = own(value, "result");
  const found = isRecord(result) ? listIn(result) : undefined;
  return found && { ...found, steps: ["result", ...found.steps] };
}
