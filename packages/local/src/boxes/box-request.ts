import { isAbsolute } from "node:path";

/** What a shell asks the daemon before it starts a call in a box. */
export interface BoxRequest {
  /** The process of the shell. */
  readonly pid: number;
  /** Where it is, absolute. */
  readonly cwd: string;
  readonly session: string | undefined;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What names a folder of a session. */
export const SESSION_NAME: RegExp = /^[\w-]{1,64}$/;

/**
 * Reads the fields that the script sends, each with a NUL behind it: its number, its folder, the session or nothing, how many words the command
 * has, these, and the environment.
 *
 * @throws Error for anything else
 */
export function readBoxRequest(body: Uint8Array): BoxRequest {
  const fields = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body).split("\0");
  const [pid = "", cwd = "", session = "", count = "", ...rest] = fields;
  const words = Number(count);
  const command = rest.slice(0, words);
  const isWhole =
    [/^[1-9]\d{0,9}$/.test(pid), isAbsolute(cwd), session === "" || SESSION_NAME.test(session)].every(
      Boolean,
    ) && [/^[1-9]\d{0,5}$/.test(count), command.length === words, fields.at(-1) === ""].every(Boolean);
  if (!isWhole) throw new Error("not what the script of a box asks");
  const env = rest.slice(words, -1).map((line) => {
    const at = line.indexOf("=");
    return [line.slice(0, at), line.slice(at + 1)] as const;
  });
  return {
    ...{ pid: Number(pid), cwd, command, env: Object.fromEntries(env) },
    session: session === "" ? undefined : session,
  };
}
