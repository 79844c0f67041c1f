import { isList, type JsonObject, own, shorten } from "@gatehouse-hooks/json";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import type { CallReply } from "./call-result.js";
import { readListedTool, type ListedTool, type ToolDoubt } from "./listed-tools.js";
import { neutralCursor, neutralResult } from "./neutral-message.js";
import { neutralTool } from "./neutral-tool.js";
import { RPC_ERROR, type RpcFields } from "./rpc-message.js";
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

  /** Why nothing of a new server passes. */
  get unaccepted(): string {
    return this.#whole(`no person has accepted the MCP server \`${this.#server}\``);
  }

  /** @throws where what was accepted cannot be read */
  async isAccepted(): Promise<boolean> {
    return (await this.#pins.accepted()) !== undefined;
  }

  /** What the client may read of an answer. @throws where what was accepted cannot be read */
  async shown(method: string, answer: CallReply): Promise<CallReply> {
    const { result, error } = answer;
    const accepted = await this.#pins.accepted();
    if (result !== undefined && method === INITIALIZE) return this.#greeted(accepted, result);
    if (result !== undefined && method === TOOLS) return { result: this.#listed(accepted, result) };
    if (accepted !== undefined) return answer;
    const neutral = result === undefined ? undefined : neutralResult(method, result);
    if (neutral !== undefined) return { result: neutral };
    const said = own(error, "code");
    const code = typeof said === "number" ? said : RPC_ERROR.gate;
    return { error: { code, message: `gatehouse: ${this.unaccepted}` } };
  }

  /** A whole list of the server. @returns a notice for a person, where something has not been accepted */
  async saw(tools: readonly ListedTool[]): Promise<string | undefined> {
    const words: ServerWords = {
      ...(this.#instructions !== undefined && { instructions: this.#instructions }),
      tools: tools.flatMap((tool) => (tool.words === undefined ? [] : [tool.words])),
    };
    await this.#pins.saw(words);
    const accepted = await this.#pins.accepted();
    if (accepted === undefined) return this.unaccepted;
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
    if (accepted === undefined) return { why: this.unaccepted, lines };
    const why =
      kind === "changed"
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
    const next = neutralCursor(result);
    return { tools: kept, ...(typeof next === "string" && { nextCursor: next }) };
  }

  #former(accepted: ServerWords | undefined, tool: JsonObject): JsonObject | undefined {
    if (accepted !== undefined) return accepted.tools.find((one) => own(one, "name") === own(tool, "name"));
    const why = `A tool of the MCP server \`${this.#server}\`. No person has accepted what the server says of it, which is left out`;
    return neutralTool(tool, this.#whole(why));
  }

  /** The answer to `initialize`, with the instructions that were accepted. */
  #greeted(accepted: ServerWords | undefined, result: RpcFields): CallReply {
    const said = own(result, "instructions");
    this.#instructions = typeof said === "string" ? said : undefined;
    // A title, a description and icons of a server are its words, too.
    if (accepted === undefined) {
      const serverInfo = { name: this.#server, version: "unaccepted" };
      return { result: { ...neutralResult(INITIALIZE, result), serverInfo } };
    }
    if (accepted.instructions === said) return { result };
    const { instructions: _, ...others } = result;
    const { instructions } = accepted;
    return { result: instructions === undefined ? others : { ...others, instructions } };
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
