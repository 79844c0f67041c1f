import type { ChildProcess } from "node:child_process";

/** The first process in a box, as `bwrap` says it at descriptor 3; undefined: it has ended before. */
export async function firstProcess(child: ChildProcess): Promise<number | undefined> {
  const status = child.stdio[3];
  if (status === null || status === undefined || !("on" in status)) return undefined;
  return await new Promise((resolve) => {
    let text = "";
    status.on("data", (part: Buffer) => {
      text += part.toString();
      const [, first] = /"child-pid":\s*(\d+)/.exec(text) ?? [];
      if (first !== undefined) resolve(Number(first));
    });
    child.once("error", () => resolve(undefined));
    child.once("close", () => resolve(undefined));
  });
}
