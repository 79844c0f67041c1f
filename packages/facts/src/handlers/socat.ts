import { type Alternatives, hole, literalOf, showField } from "@gatehouse-hooks/shell";
import { type ProgramCall, sentOf } from "../programs/program-call.js";
import { emitAddresses } from "../programs/apply-usage.js";
import { runContent } from "../programs/run-content.js";

/** `socat`: two addresses; what one says the other gets. */
export function readSocat(context: ProgramCall): Alternatives {
  const { fields, input } = context.call;
  const addresses: { readonly text: string; readonly index: number }[] = [];
  for (let at = 1; at < fields.length; at++) {
    const text = literalOf(fields[at] ?? "");
    if (text === null) {
      context.unknown("dynamic-argument", showField(fields[at] ?? ""), context.spanOf(at));
      continue;
    }
    if (/^-(?:[dDhVusvxlLtTbg46]|ly|lf|lm|ls|lp|lu|lh|hh|hhh)/.test(text)) {
      if (/^-(?:t|T|b|lf|lp|L|W)$/.test(text)) at++;
      continue;
    }
    addresses.push({ text, index: at });
  }
  const all = addresses.flatMap(({ text, index }) => text.split("!!").map((one) => ({ text: one, index })));
  const remote = all.some(({ text }) => /^(?:tcp|udp|ssl|openssl|sctp|socks|proxy)/i.test(text));
  for (const { text, index } of all) readAddress(context, text, index, remote);
  if (all.some(({ text }) => text === "-" || /^(?:stdio|stdin)/i.test(text)))
    context.sent.push(...sentOf(input.content));
  emitAddresses(context);
  return [hole(remote ? [{ kind: "network" }] : [])];
}

function readAddress(context: ProgramCall, text: string, index: number, remote: boolean): void {
  const [kind = "", ...rest] = text.split(":");
  const value = (rest.join(":").split(",")[0] ?? "").trim();
  const lower = kind.toLowerCase();
  const span = context.spanOf(index);
  if (lower === "exec" || lower === "system" || lower === "shell") {
    const code = rest
      .join(":")
      .replace(/,(?:pty|stderr|setsid|sigint|sane|nofork|ctty|echo=\d|raw)\b.*$/i, "");
    runContent(context, [code], { lang: "sh", via: "socat", index: -1, from: "inline" });
    if (remote) context.unknown("dynamic-code", text, span);
  } else if (/^(?:tcp|udp|ssl|openssl|sctp|socks|proxy)/.test(lower)) {
    const listens = lower.includes("listen") || lower.endsWith("-l") || lower.includes("recv");
    const host = listens ? null : (value.split(":")[0] ?? "");
    const port = Number(listens ? value : (rest[1] ?? "").split(",")[0]);
    context.addresses.push({
      url: listens ? null : `${lower.replace(/-.*|\d$/, "")}://${host ?? ""}:${rest[1]?.split(",")[0] ?? ""}`,
      host,
      port: Number.isInteger(port) && port > 0 ? port : null,
      scheme: lower.replace(/[-46].*$/, ""),
      direction: listens ? "listen" : "both",
      certainty: context.certainty(),
      by: context.by(""),
      span,
    });
  } else if (/^(?:file|open|gopen)$/.test(lower)) {
    const facts = context.path("reads", value, index, lower);
    context.sent.push(...facts);
    if (!text.includes("rdonly")) context.path("writes", value, index, lower);
  } else if (lower.startsWith("create")) context.path("writes", value, index, lower);
  else if (/^(?:-|stdio|stdin|stdout|stderr|pipe|pty|unix.*|abstract.*|fd|\d+)$/.test(lower)) return;
  else if (lower.startsWith("/") || lower.startsWith(".")) {
    context.path("reads", kind, index, "address");
    context.path("writes", kind, index, "address");
  } else context.unknown("unknown-option", `socat ${text}`, span);
}
