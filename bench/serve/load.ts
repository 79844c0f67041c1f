import { connect, type Socket } from "node:net";
import type { Contender, Question } from "./contender.js";

/** What a load found. */
export interface LoadResult {
  /** Requests per second. */
  readonly rate: number;
  /** Of each request, in ms. */
  readonly latencies: readonly number[];
}

/** One kept connection, with as little of a client as there can be: what is measured is the other end. */
class Connection {
  readonly #socket: Socket;
  #text = "";
  #answered: (body: string) => void = () => undefined;
  #failed: (error: Error) => void = () => undefined;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.setNoDelay(true).setEncoding("latin1");
    this.#socket.on("error", (error) => this.#failed(error));
    this.#socket.on("close", () => this.#failed(new Error("the connection has ended")));
    this.#socket.on("data", (part: string) => this.#read(part));
  }

  async post(head: string, body: string): Promise<string> {
    return await new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
  }

  close(): void {
    this.#failed = () => undefined;
    this.#socket.destroy();
  }

  #read(part: string): void {
    this.#text += part;
    const end = this.#text.indexOf("\r\n\r\n");
    if (end === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#text.slice(0, end + 2))?.[1]);
    if (this.#text.length < end + 4 + length) return;
    const whole = this.#text;
    this.#text = "";
    if (whole.startsWith("HTTP/1.1 200 ")) this.#answered(whole.slice(end + 4));
    else this.#failed(new Error(`answered ${whole.slice(0, 300)}`));
  }
}

function headOf({ path, headers }: Contender): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n${lines.join("")}`;
}

/** Answers to questions, one after the other. */
export async function answersOf(
  contender: Contender,
  questions: readonly Question[],
): Promise<readonly boolean[]> {
  const connection = new Connection(contender.port);
  const head = headOf(contender);
  const found: boolean[] = [];
  for (const one of questions)
    found.push(contender.allowed(await connection.post(head, contender.bodyOf(one))));
  connection.close();
  return found;
}

/** As many requests as a number of connections can make in a time, each after the answer to the one before. */
export async function load(
  contender: Contender,
  questions: readonly Question[],
  { connections, ms }: { readonly connections: number; readonly ms: number },
): Promise<LoadResult> {
  const head = headOf(contender);
  const bodies = questions.map((one) => contender.bodyOf(one));
  const latencies: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, at) => {
      const connection = new Connection(contender.port);
      for (let number = at; performance.now() - started < ms; number++) {
        const asked = performance.now();
        await connection.post(head, bodies[number % bodies.length] ?? "");
        latencies.push(performance.now() - asked);
      }
      connection.close();
    }),
  );
  return { rate: (latencies.length * 1_000) / (performance.now() - started), latencies };
}
