import { connect } from "node:net";

/** A connection that stays open, one call after the other. */
export interface KeptConnection {
  /** The body of the answer. @throws Error for another status than 200, or a connection that ends */
  readonly post: (address: string, body: string) => Promise<string>;
  readonly close: () => void;
}

/** HTTP over a Unix socket with as little of a client as there can be: what is measured is the other end. */
export function keptConnection(socketPath: string): Promise<KeptConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let text = "";
    let answered: (body: string) => void = () => {};
    let failed: (error: Error) => void = reject;
    socket.setEncoding("latin1");
    socket.on("error", (error) => failed(error));
    socket.on("close", () => failed(new Error("the connection has ended")));
    socket.on("data", (part: string) => {
      text += part;
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
      if (end === -1 || text.length < end + 4 + length) return;
      const whole = text;
      text = "";
      if (whole.startsWith("HTTP/1.1 200 ")) answered(whole.slice(end + 4));
      else failed(new Error(`answered ${whole.slice(0, 200)}`));
    });
    socket.on("connect", () =>
      resolve({
        post: (address, body) =>
          new Promise((taken, refused) => {
            answered = taken;
            failed = refused;
            const length = Buffer.byteLength(body);
            socket.write(
              `POST ${address} HTTP/1.1\r\nhost: bench\r\ncontent-length: ${length}\r\n\r\n${body}`,
            );
          }),
        close: () => {
          failed = () => {};
          socket.destroy();
        },
      }),
    );
  });
}
