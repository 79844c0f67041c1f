import { hostname, userInfo } from "node:os";
import { readFile } from "node:fs/promises";
import { type Builtin, contextOf, NOTHING, oneLine } from "../builtin-call.js";

/** `add_user_info`: the user that runs the agent, and the machine. What the system does not report is left out. */
export const addUserInfo: Builtin = async () => {
  const { username, uid } = user();
  const full = await fullName(uid);
  const lines = [
    username === "" ? "" : `User: ${oneLine(username)}`,
    full === "" ? "" : `Full name: ${oneLine(full)}`,
    hostname() === "" ? "" : `Hostname: ${oneLine(hostname())}`,
  ].filter((line) => line !== "");
  return lines.length === 0 ? NOTHING : contextOf(`Current user:\n\n${lines.join("\n")}`);
};

function user(): { readonly username: string; readonly uid: number } {
  try {
    return userInfo();
  } catch {
    return { username: "", uid: -1 };
  }
}

/** The first part of the comment field of the user's line in the password file. */
async function fullName(uid: number): Promise<string> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  const fields = lines.map((line) => line.split(":")).find((parts) => parts[2] === String(uid));
  return fields?.[4]?.split(",", 1)[0]?.trim() ?? "";
}
