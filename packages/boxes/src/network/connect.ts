import { connect, type Socket } from "node:net";

const CONNECT_MS = 10_000;

/** Connects to the first of these addresses that takes it; undefined: none does. */
export async function connectToFirst(
  addresses: readonly string[],
  port: number,
): Promise<Socket | undefined> {
  for (const address of addresses) {
    const socket = await connectTo(address, port);
    if (socket !== undefined) return socket;
  }
  return undefined;
}

async function connectTo(host: string, port: number): Promise<Socket | undefined> {
  return await new Promise((resolve) => {
    const socket = connect({ host, port, allowHalfOpen: true });
    const timer = setTimeout(() => fail(), CONNECT_MS).unref();
    const fail = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(undefined);
    };
    socket.once("error", fail);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      socket.on("error", () => socket.destroy());
      resolve(socket);
    });
  });
}
