import type { CodeCall } from "./calls.table.js";
import type { CodeToken } from "@gatehouse-hooks/languages";

/** Names that undo an encoding. */
const DECODERS =
  /^(?:b(?:16|32|64|85)decode|a85decode|decodebytes|decodestring|unhexlify|a2b_\w+|fromhex|decompress|atob|(?:strict_|urlsafe_)?decode64|base64_decode|base64_decode|convert_uudecode|gz(?:inflate|uncompress|decode)|str_rot13|hex2bin|decode_(?:base64|hex|qp)|unpack1?|inflate(?:Sync|RawSync)?|gunzipSync|unzipSync|brotliDecompressSync|decodebin|b64decode)$/;

/** Encodings that are named by a string: `Buffer.from(x, "base64")`, `codecs.decode(x, "rot13")`, `pack "H*"`. */
const ENCODINGS = /^(?:base64|base64url|hex|rot_?13|zlib|zip|bz2|uu|H\*|m0?|h\*)$/i;

/** Names that fetch something. */
const FETCHERS =
  /^(?:urlopen|urlretrieve|urllib2?|requests|httpx|aiohttp|fetch|axios|XMLHttpRequest|getstore|LWP|HTTPTiny|HTTP|OpenURI|curl_exec|fsockopen|stream_socket_client|recv|recvfrom|socket|TCPSocket|createConnection|IO::Socket|download_file)$/;

/** Words of a call that say how it runs, not what; the interpreter itself is no code. */
const MANNERS =
  /^(?:sys|executable|process|execPath|shell|check|capture_output|text|stdout|stderr|stdin|cwd|env|input|timeout|True|False|true|false|None|null|encoding|b|r|f|rb|br|u|qw|my|new|function|async|await)$/;

/** The code that a call runs is not a string of the code itself, but is made by it. */
export function isComputedCall(call: CodeCall, tokens: readonly CodeToken[], at: number): boolean {
  if (call.does !== "code" && call.does !== "shell" && call.does !== "argv") return false;
  // Handed on by its name: `.then(eval)`.
  const next = tokens[at + 1];
  if (call.does === "code" && next?.text === ")" && tokens[at - 1]?.text === "(") return true;
  const end = tokens.findIndex((token, i) => i > at && ENDS.has(token.text));
  const words = tokens.slice(at + 1, Math.min(end === -1 ? tokens.length : end, at + 40));
  const string = words.findIndex(({ kind }) => kind === "string");
  // Code in a string may still be decoded: `eval("…".unpack1("m"))`.
  if (call.does === "code" || string === -1) return words.some(isComputer);
  return words.slice(0, string).some(isComputer) || isMixed(tokens, at + 1 + string);
}

const ENDS: ReadonlySet<string> = new Set([";", ")", "{"]);

function isComputer({ kind, text }: CodeToken): boolean {
  return kind === "name" && !MANNERS.test(text);
}

/** A string that is only a part of what runs, or is changed first. */
function isMixed(tokens: readonly CodeToken[], at: number): boolean {
  const next = tokens[at + 1];
  return next?.text === "." && tokens[at + 2]?.kind === "name" && DECODERS.test(tokens[at + 2]?.text ?? "");
}

/** Where code that is made at run time may come from: what the code decodes, and what it fetches. */
export function codeSources(tokens: readonly CodeToken[]): readonly ("decoded" | "network")[] {
  const decodes = tokens.some(
    ({ kind, text }, i) =>
      (kind === "name" && DECODERS.test(text)) ||
      (kind === "string" && ENCODINGS.test(text) && tokens.slice(Math.max(0, i - 12), i).some(isConverter)),
  );
  const fetches = tokens.some(
    ({ kind, text }) =>
      (kind === "name" && FETCHERS.test(text)) || (kind === "string" && /^https?:\/\/[^/]/i.test(text)),
  );
  return [...(decodes ? (["decoded"] as const) : []), ...(fetches ? (["network"] as const) : [])];
}

function isConverter({ kind, text }: CodeToken): boolean {
  return kind === "name" && /^(?:Buffer|from|codecs|decode|pack|unpack1?|toString)$/.test(text);
}

/** Names of raw connections. */
const SOCKETS =
  /^(?:socket|Socket|TCPSocket|fsockopen|stream_socket_client|createConnection|inet_aton|PF_INET|AF_INET|connect)$/;

/** A shell, as a program or with its options. */
const SHELL = /^\s*(?:\/(?:usr\/)?bin\/)?(?:ba|da|a|z|k|c|tc)?sh(?:\s|$)/;

/** A shell is started where there is a raw connection: it is told from there what to do. */
export function isShellOnSocket(tokens: readonly CodeToken[]): boolean {
  return (
    tokens.some(({ kind, text }) => kind === "name" && SOCKETS.test(text)) &&
    tokens.some(({ kind, text }) => kind !== "mark" && kind !== "name" && SHELL.test(text))
  );
}
