import { isList, own, shorten } from "@gatehouse-hooks/json";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import { readListedTool, type ListedTool } from "./listed-tools.js";
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

const SHOWN_NAME = 100;

/** What of a server's words a person has accepted, and what becomes of the rest. */
export class ToolPins {
  readonly #server: string;
  readonly #pins: McpPins;
  /** Of this session. */
  #instructions: string | undefined;

  constructor(server: string, pins: McpPins) {
    this.#server = server;
    this.#pins = pins;
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
   * The answer to `tools/list` that the client may read: of a server that was accepted, a changed tool as it was accepted, and no new
   * ones. Calls of both are asked about, so that nothing else has to be hidden.
   */
  async listed(result: RpcFields): Promise<RpcFields> {
    const accepted = await this.#pins.accepted();
    const tools = own(result, "tools");
    if (accepted === undefined || !isList(tools)) return result;
    const texts = new Set(accepted.tools.map(canonicalJson));
    const kept = tools.flatMap((tool): readonly unknown[] => {
      const read = readListedTool(tool);
      if (read?.words !== undefined && texts.has(read.text)) return [tool];
      const former = accepted.tools.find((one) => read !== undefined && own(one, "name") === read.name);
      return former === undefined ? [] : [former];
    });
    return kept.length === tools.length && kept.every((tool, at) => tool === tools[at])
      ? result
      : { ...result, tools: kept };
  }

  /** The answer to `initialize`, with the instructions that were accepted. */
  async greeted(result: RpcFields): Promise<RpcFields> {
    const said = own(result, "instructions");
    this.#instructions = typeof said === "string" ? said : undefined;
    const accepted = await this.#pins.accepted();
    if (accepted === undefined || accepted.instructions === said) return result;
    const { instructions: _, ...others } = result;
    return accepted.instructions === undefined ? others : { ...others, instructions: accepted.instructions };
  }

  #whole(why: string): string {
    const { cure } = this.#pins;
    return cure === undefined ? why : `${why}; ${cure}`;
  }
}
