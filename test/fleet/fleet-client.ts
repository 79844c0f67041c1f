import { Agent, request as httpRequest } from "node:http";

/** What a server answered. */
export interface FleetAnswer {
  readonly status: number;
  /** The policies that decided. */
  readonly version: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A client of a fleet: it asks one server after the other, and once more where one does not answer. */
export interface FleetClient {
  /** Undefined: no answer after one retry. */
  readonly ask: (path: string, body: unknown, token: string) => Promise<FleetAnswer | undefined>;
  /** How often it had to ask again. */
  readonly retries: () => number;
  readonly close: () => void;
}

const TIMEOUT_MS = 10_000;

export function fleetClient(ports: readonly number[]): FleetClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let turn = 0;
  let retries = 0;
  return {
    retries: () => retries,
    close: () => agent.destroy(),
    ask: async (path, body, token) => {
      const first = turn++;
      const text = JSON.stringify(body);
      for (let attempt = 0; attempt < 2; attempt++) {
        const port = ports[(first + attempt) % ports.length] ?? 0;
        const answer = await once(agent, port, path, text, token).catch(() => undefined);
        // A server that is full or ends says so; one without Redis answers that no person can be asked.
        if (
          answer !== undefined &&
          (answer.status !== 503 || answer.body["code"] === "approvals-unavailable")
        )
          return answer;
        retries++;
      }
      return undefined;
    },
  };
}

function once(agent: Agent, port: number, path: string, text: string, token: string): Promise<FleetAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        ...{ agent, port, path },
        host: "127.0.0.1",
        method: "POST",
        timeout: TIMEOUT_MS,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          resolve({
            status: response.statusCode ?? 0,
            version: String(response.headers["x-gatehouse-policies"] ?? ""),
            body: bodyOf(Buffer.concat(parts).toString()),
          });
        });
      },
    );
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("error", reject);
    request.end(text);
  });
}

/** Nothing where it is no JSON: then nothing of it is what a test looks for. */
function bodyOf(text: string): FleetAnswer["body"] {
  try {
    return JSON.parse(text) as FleetAnswer["body"];
  } catch {
    return {};
  }
}
