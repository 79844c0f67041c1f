import { connect, type Socket } from "node:net";

/** What came back on a connection until it was closed. */
export interface Raw {
  readonly socket: Socket;
  readonly text: () => string;
  /** Resolves with everything that came when the other side, or this one, has closed. */
  readonly closed: Promise<string>;
  /** Resolves when the text that came matches. */
  readonly until: (pattern: RegExp) => Promise<string>;
}

/** A connection on which anything may be written. Errors of it are its end. */
export async function rawSocket(origin: string): Promise<Raw> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = "";
  const watching = new Set<() => void>();
  socket.on("data", (data) => {
    text += data.toString("latin1");
    for (const look of watching) look();
  });
  socket.on("error", () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.on("close", () => {
      resolve(text);
      for (const look of watching) look();
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  return {
    socket,
    text: () => text,
    closed,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(text)) resolve(text);
          else if (socket.closed) reject(new Error(`closed after ${JSON.stringify(text)}`));
          else return;
          watching.delete(look);
        };
        watching.add(look);
        look();
      }),
  };
}
