import { homedir } from "node:os";
import process from "node:process";
import { ClosedPipe, type Io, type Output } from "./io.js";

/** The `Io` of this process. */
export function processIo(): Io {
  return {
    stdin: process.stdin,
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    interactive: process.stdin.isTTY,
  };
}

function output(stream: NodeJS.WriteStream): Output {
  // Each write reports its own error; without a listener Node would also throw it at the process.
  stream.on("error", ignore);
  return {
    columns: stream.isTTY ? stream.columns : undefined,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => {
          if (error == null) resolve();
          else reject(isClosed(error) ? new ClosedPipe() : error);
        });
      }),
  };
}

function isClosed(error: Error): boolean {
  const code = "code" in error ? error.code : undefined;
  return code === "EPIPE" || code === "ECONNRESET" || code === "ERR_STREAM_DESTROYED";
}

function ignore(): void {
  // Nothing to add: the write that failed has been rejected.
}
