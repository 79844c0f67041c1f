import { type Field, literalOf } from "@gatehouse-hooks/shell";
import type { ProgramCall } from "./program-call.js";
import { runContent } from "./run-content.js";

/** Keys of OpenSSH whose value is a command for a shell of this machine, or of the other one. */
const COMMANDS =
  /^\s*(proxycommand|localcommand|knownhostscommand|remotecommand|xauthlocation)\s*[=\s]\s*(.*)$/is;

/** Keys whose value is a library that is loaded, or a file with more of them. */
const LOADS = /^\s*(?:pkcs11provider|securitykeyprovider|include)\s*[=\s]/i;

/** `Key=value` or `Key value`, as `ssh -o` takes it. */
export function readSshOption(context: ProgramCall, value: Field, index: number): void {
  const text = literalOf(value);
  if (text === null) {
    context.unknown("dynamic-argument", `${context.name} -o`, context.spanOf(index));
    return;
  }
  if (LOADS.test(text)) context.unknown("opaque-code", `${context.name} -o ${text}`, context.spanOf(index));
  const [, key = "", given = ""] = COMMANDS.exec(text) ?? [];
  const code = /^"(.*)"$/s.exec(given)?.[1] ?? given;
  if (key === "" || /^none$/i.test(code)) return;
  runContent(context, [code], { lang: "sh", via: `${context.name} ${key}`, index: -1, from: "inline" });
}
