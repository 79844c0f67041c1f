import { type Alternatives, hole, joinFields, literalOf } from "@gatehouse-hooks/shell";
import type { CallRow } from "../call-row.js";
import type { CodeMachine } from "../machine.js";
import { type Arguments, sendTo } from "../row-effects.js";
import {
  type CodeFrame,
  type ObjectValue,
  type CodeValue,
  data,
  fieldsOfValue,
  originsOfMany,
} from "../value.js";

type Special = (machine: CodeMachine, args: Arguments, frame: CodeFrame, row: CallRow) => CodeValue;

const NETWORK: Alternatives = [hole([{ kind: "network" }])];

/** Calls of connections that are opened by one call and used by another. */
export const NETWORK_CALLS: Readonly<Record<string, Special>> = {
  request: (machine, args) => {
    const url = args.get("url");
    const body = args.get("data");
    // It is sent when it is opened; nothing else is done with it.
    sendTo(machine, {
      by: args.by,
      url: url === undefined ? null : fieldsOfValue(url),
      sends: body === undefined || body.kind === "plain" ? null : fieldsOfValue(body),
    });
    return { kind: "object", of: "response", content: NETWORK };
  },
  retrieve: (machine, args) => {
    const [url, to] = [args.get("url"), args.get("filename")];
    sendTo(machine, { by: args.by, url: url === undefined ? null : fieldsOfValue(url), sends: null });
    if (to !== undefined) machine.file("writes", fieldsOfValue(to), args.by, { content: NETWORK });
    return { kind: "object", of: "response", content: NETWORK };
  },
  httpConnection: (machine, args) => {
    const made: ObjectValue = { kind: "object", of: "http-connection", content: [""] };
    machine.files.set(
      made,
      args.get("host") === undefined ? [hole()] : fieldsOfValue(args.get("host") ?? data()),
    );
    return made;
  },
  httpRequest: (machine, args) => {
    const host = args.self === null ? undefined : machine.files.get(args.self);
    const path = args.get("path");
    const body = args.get("body");
    const url = (host ?? [hole()]).flatMap((one) =>
      (path === undefined ? [""] : fieldsOfValue(path)).map((rest) =>
        joinFields(joinFields("https://", one), rest),
      ),
    );
    sendTo(machine, { by: args.by, url, sends: body === undefined ? null : fieldsOfValue(body) });
    return data();
  },
  connect: (machine, args) => {
    const to = args.get("address");
    const made: ObjectValue =
      args.self?.kind === "object" ? args.self : { kind: "object", of: "socket", content: [""] };
    const [host, port] = to?.kind === "list" ? to.items : [to];
    if (host !== undefined) machine.files.set(made, fieldsOfValue(host));
    if (port?.kind === "number" && port.value !== null) machine.ports.set(made, port.value);
    transmit(machine, args.by, made, null);
    return made;
  },
  send: (machine, args) => {
    const [sent, to] = [args.get("data"), args.get("address")];
    if (args.self === null) return data();
    if (to?.kind === "list" && to.items[0] !== undefined)
      machine.files.set(args.self, fieldsOfValue(to.items[0]));
    if (sent !== undefined) transmit(machine, args.by, args.self, fieldsOfValue(sent));
    return data();
  },
  webRequest: (machine, args) => {
    const url = args.get("url");
    const host = args.given.named.get("hostname") ?? args.given.named.get("host");
    const made: ObjectValue = { kind: "object", of: "socket", content: NETWORK };
    const to = host ?? (url?.kind === "record" ? undefined : url);
    machine.files.set(made, to === undefined ? [hole()] : fieldsOfValue(to));
    sendTo(machine, { by: args.by, url: to === undefined ? null : fieldsOfValue(to), sends: null });
    return made;
  },
  connectTo: (machine, args) => {
    const made: ObjectValue =
      args.self?.kind === "object" ? args.self : { kind: "object", of: "socket", content: NETWORK };
    const [port, host] = [args.get("port"), args.get("host")];
    if (host !== undefined) machine.files.set(made, fieldsOfValue(host));
    const known = port?.kind === "record" ? args.given.named.get("port") : port;
    if (known?.kind === "number" && known.value !== null) machine.ports.set(made, known.value);
    transmit(machine, args.by, made, null);
    return made;
  },
  pipe: (machine, args) => {
    const to = args.get("to");
    if (args.self === null || to === undefined) return data();
    const content = fieldsOfValue(args.self);
    const paths = machine.files.get(to);
    if (to.kind === "object" && to.of === "socket") transmit(machine, args.by, to, content);
    else if (paths !== undefined) machine.file("writes", paths, args.by, { content, append: true });
    return to;
  },
  bind: (machine, args) => {
    sendTo(machine, { by: args.by, url: null, host: null, scheme: "tcp", sends: null, listens: true });
    return data();
  },
  accepted: (_, { self }) => ({
    kind: "list",
    items: [self ?? data(), data([{ kind: "network" }])],
    open: false,
  }),
  client: (machine, args) => {
    const made: ObjectValue = { kind: "object", of: "client", content: NETWORK };
    const host = args.get("host");
    if (host !== undefined) machine.files.set(made, fieldsOfValue(host));
    transmit(machine, args.by, made, null);
    return made;
  },
  clientSends: (machine, args) => {
    const from = originsOfMany(args.given.items);
    if (args.self !== null) transmit(machine, args.by, args.self, [hole(from)]);
    return data();
  },
};

function transmit(machine: CodeMachine, by: string, self: CodeValue, sends: Alternatives | null): void {
  const host = machine.files.get(self) ?? null;
  const known = host?.length === 1 && host[0] !== undefined ? literalOf(host[0]) : null;
  sendTo(machine, {
    by,
    url: null,
    host: known === null ? null : [known],
    port: machine.ports.get(self) ?? null,
    scheme: "tcp",
    sends,
  });
}
