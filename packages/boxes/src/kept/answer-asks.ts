import { closeSync, constants, fstatSync, unlinkSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { ASKING, DAEMON } from "../box/box-script.js";
import { isWaitingAt } from "./box-request.js";

/** What a shell asks by, when it waits at its pipe: a file that is named by its process, and a number. */
const ASK = /^(([1-9]\d{0,9})-\d{1,10})\.ask$/;
/** What is answered where a box cannot be started by a shell: Node does, or says why not. */
const NOT_HERE = "no";
/** What the shell has made for a box that it starts. */
const UNUSED = ["err", "copy"];

/** Where shells ask: both are this user's alone. */
interface AsksPlace {
  /** The folder of the daemon. */
  readonly folder: string;
  readonly calls: string;
}

/** Answers the shells that ask in a folder. */
export interface Asks {
  /** @param name of a new file in the folder: a question, or anything else, which is left alone */
  readonly look: (name: string) => void;
  readonly close: () => void;
}

/**
 * Says that this process answers.
 *
 * @param answer what to say to the process of a shell; where it throws, that there is no box here
 */
export function answerAsks(
  { folder, calls }: AsksPlace,
  answer: (id: string, pid: number) => Promise<string>,
): Asks {
  const told = join(folder, DAEMON);
  rmSync(told, { force: true });
  const open = openSync(told, "wx", 0o600);
  writeSync(open, `${process.pid} ${open}\n`);
  return {
    look(name) {
      const [, id, pid] = ASK.exec(name) ?? [];
      if (id === undefined || pid === undefined) return;
      try {
        // Who has removed it answers: not two daemons, and none twice.
        unlinkSync(join(calls, name));
      } catch {
        return;
      }
      const call = join(calls, id);
      void answerOne(call, Number(pid), async () => await answer(id, Number(pid))).catch(() => undefined);
    },
    close() {
      // Where another daemon has taken its place, the file is that one's.
      const [own, there] = [fstatSync(open), statSync(told, { throwIfNoEntry: false })];
      if (there?.ino === own.ino && there.dev === own.dev) rmSync(told, { force: true });
      closeSync(open);
    },
  };
}

async function answerOne(call: string, pid: number, answer: () => Promise<string>): Promise<void> {
  const pipe = `${call}.pipe`;
  try {
    const said = await answer().catch(() => {
      for (const name of UNUSED) rmSync(`${call}.${name}`, { force: true });
      return NOT_HERE;
    });
    if (!isWaitingAt(pid, pipe)) return;
    const to = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      writeSync(to, `${ASKING}${said}\n`);
    } finally {
      closeSync(to);
    }
  } finally {
    rmSync(pipe, { force: true });
  }
}
