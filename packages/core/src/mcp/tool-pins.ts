import { isList, type JsonObject, own, shorten } from "@gatehouse-hooks/json";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import { readListedTool, type ListedTool } from "./listed-tools.js";
import { neutralTool } from "./neutral-tool.js";
import type { RpcFields } from "./rpc-message.js";
import { type ServerWords, wordsDifferences } from "./server-words.js";

/** Keeps what a person has accepted of one server, across sessions. Where it is kept no agent may write. */
export interface McpPins {
  /** What a person has accepted; undefined where nothing was. Read anew for each call; a rejection denies it. */
  accepted(): Promise<ServerWords | undefined>;
  /** Told what the server says in this session, for a person to look at and accept. */
  saw(words: ServerWords): Promise<void>;
  /** How a person accepts it: ends the reason, for example "`gatehouse mcp accept files` accepts it". */
  readonly cure?: string;
}

/** Why a call of a tool needs a person. */
export interface ToolDoubt {
  /** For models, too: without anything that the server says. */
  readonly why: string;
  /** What the server says of the tool: for a person. */
  readonly lines: readonly string[];
}

/** What a gate gives. */
interface ToolPinsOptions {
  /** The server's name in policies. */
  readonly server: string;
  readonly pins: McpPins;
  /** Calls of what has not been accepted are denied, so that it is not listed. */
  readonly denies: boolean;
  /** Told when a person has accepted more than what the client has read. */
  readonly outdated: () => void;
}

const SHOWN_NAME = 100;
/** Lists of what a server has besides tools, and the member that holds each: nothing of them is pinned. */
const OTHER_LISTS: Readonly<Record<string, string>> = {
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
  "prompts/list": "prompts",
};
const INITIALIZE = "initialize";
const TOOLS = "tools/list";

/** What of a server's words a person has accepted, and what becomes of the rest. */
export class ToolPins {
  readonly #options: ToolPinsOptions;
  /** Of this session. */
  #instructions: string | undefined;
  /** What was accepted when the client read a list that did not have everything. */
  #listedBy: string | undefined;

  constructor(options: ToolPinsOptions) {
    this.#options = options;
  }

  get #server(): string {
    return this.#options.server;
  }

  get #pins(): McpPins {
    return this.#options.pins;
  }

  /** Does the answer to this method have words of the server, of which the client reads what `shown` returns? */
  hides(method: string): boolean {
    return method === INITIALIZE || method === TOOLS || Object.hasOwn(OTHER_LISTS, method);
  }

  /** What the client may read of an answer. @throws where what was accepted cannot be read */
  async shown(method: string, result: RpcFields): Promise<RpcFields> {
    if (method === INITIALIZE) return await this.#greeted(result);
    const accepted = await this.#pins.accepted();
    if (method === TOOLS) return this.#listed(accepted, result);
    const member = own(OTHER_LISTS, method);
    return accepted !== undefined || member === undefined ? result : { [member]: [] };
  }

  /** A whole list of the server. @returns a notice for a person, where something has not been accepted */
  async saw(tools: readonly ListedTool[]): Promise<string | undefined> {
    const words: ServerWords = {
      ...(this.#instructions !== undefined && { instructions: this.#instructions }),
      tools: tools.flatMap((tool) => (tool.words === undefined ? [] : [tool.words])),
    };
    await this.#pins.saw(words);
    const accepted = await this.#pins.accepted();
    if (accepted === undefined)
      return this.#whole(`no person has accepted the MCP server \`${this.#server}\``);
    const count = wordsDifferences(accepted, words).filter(({ kind }) => kind !== "gone").length;
    if (count === 0) return undefined;
    return this.#whole(
      `what \`${this.#server}\` says differs from what a person has accepted, in ${count} places`,
    );
  }

  /**
   * @param tools all of the list that have the name
   * @throws where what was accepted cannot be read
   */
  async doubtOf(name: string, tools: readonly ListedTool[]): Promise<ToolDoubt | undefined> {
    const accepted = await this.#pins.accepted();
    this.#compare(accepted);
    const shown = `\`${shorten(name, SHOWN_NAME)}\` of the MCP server \`${this.#server}\``;
    const now = tools.flatMap(({ words }) => (words === undefined ? [] : [words]));
    if (now.length < tools.length)
      return { why: this.#whole(`what is said of ${shown} is too large to be accepted`), lines: [] };
    const before = accepted?.tools.filter((tool) => own(tool, "name") === name) ?? [];
    const [difference] = wordsDifferences({ tools: before }, { tools: now });
    if (difference === undefined) return undefined;
    const { kind, parts, lines } = difference;
    const why =
      accepted === undefined
        ? `no person has accepted the MCP server \`${this.#server}\``
        : kind === "changed"
          ? `${shown} has changed since a person accepted it: another ${parts.join(", ")}`
          : `${shown} is new, and no person has accepted it`;
    return { why: this.#whole(why), lines };
  }

  /**
   * The answer to `tools/list`: of a new server, its tools without its words; of one that was accepted, a changed tool as it was accepted,
   * and no new ones. Calls of all of these are asked about; where they are denied, none is listed.
   */
  #listed(accepted: ServerWords | undefined, result: RpcFields): RpcFields {
    const given = own(result, "tools");
    const tools = isList(given) ? given : [];
    const texts = new Set(accepted?.tools.map(canonicalJson));
    const kept = tools.flatMap((tool): readonly unknown[] => {
      const read = readListedTool(tool);
      if (read?.words === undefined) return [];
      if (texts.has(read.text)) return [tool];
      const former = this.#options.denies ? undefined : this.#former(accepted, read.words);
      return former === undefined ? [] : [former];
    });
    if (
      accepted !== undefined &&
      kept.length === tools.length &&
      kept.every((tool, at) => tool === tools[at])
    )
      return result;
    this.#listedBy = JSON.stringify(accepted ?? null);
    const next = own(result, "nextCursor");
    return { tools: kept, ...(typeof next === "string" && { nextCursor: next }) };
  }

  #former(accepted: ServerWords | undefined, tool: JsonObject): JsonObject | undefined {
    if (accepted !== undefined) return accepted.tools.find((one) => own(one, "name") === own(tool, "name"));
    const why = `A tool of the MCP server \`${this.#server}\`. No person has accepted what the server says of it, which is left out`;
    return neutralTool(tool, this.#whole(why));
  }

  /** The answer to `initialize`, with the instructions that were accepted. */
  async #greeted(result: RpcFields): Promise<RpcFields> {
    const said = own(result, "instructions");
    this.#instructions = typeof said === "string" ? said : undefined;
    const accepted = await this.#pins.accepted();
    if (accepted !== undefined && accepted.instructions === said) return result;
    const { instructions: _, ...others } = result;
    // A title, a description and icons of a server are its words, too.
    if (accepted === undefined)
      return { ...others, serverInfo: { name: this.#server, version: "unaccepted" } };
    return accepted.instructions === undefined ? others : { ...others, instructions: accepted.instructions };
  }

  #compare(accepted: ServerWords | undefined): void {
    if (this.#listedBy === undefined || this.#listedBy === JSON.stringify(accepted ?? null)) return;
    this.#listedBy = undefined;
    this.#options.outdated();
  }

  #whole(why: string): string {
    const { cure } = this.#pins;
    return cure === undefined ? why : `${why}; ${cure}`;
  }
}
