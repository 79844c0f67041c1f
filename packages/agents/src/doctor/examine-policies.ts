import { policiesOf } from "@gatehouse-hooks/engine";
import type { OwnWords } from "@gatehouse-hooks/hosts";
import { neverAsked } from "@gatehouse-hooks/hosts/wired";
import { statSync } from "node:fs";
import { join } from "node:path";
import { findConfig, type LoadedPolicies } from "@gatehouse-hooks/local/places";
import { chooseModel, openCache } from "@gatehouse-hooks/local/open";
import { ownConfigWanted, readUserSettings } from "@gatehouse-hooks/local/own-config";
import { brokenTracing } from "../hook/broken-tracing.js";
import { ownFile } from "../hook/hook-context.js";
import { unlistedTools } from "../hook/unlisted-tools.js";
import { offText, type OwnCodeSaid, ownCodeLines, ownCodeSaid } from "@gatehouse-hooks/local/rules";
import type { Context } from "@gatehouse-hooks/local";
import type { DoctorFinding } from "./doctor-finding.js";

/** What of a mode lets others write. */
const OTHERS_WRITE = 0o022;
/** Milliseconds that a model has to answer. */
const JUDGE_MS = 10_000;

/** Whether policies load, who may change them, and whether what they need can be reached. */
export async function examinePolicies(
  context: Context,
  { set, issues, unread, found, ownWords, observes }: LoadedPolicies,
): Promise<readonly DoctorFinding[]> {
  const { io, settings } = context;
  const said = [...issues, ...unread, ...ownConfigWanted(io.home).issues].map(
    ({ code, severity, message, path, line, cure }): DoctorFinding => ({
      code: `policies/${code}`,
      severity: severity === "error" ? "error" : "warning",
      message,
      cure: cure ?? "gatehouse check",
      ...(path !== undefined && { path }),
      ...(line !== undefined && { line }),
    }),
  );
  const findings = [
    ...said,
    ...ownWords.map(oneAgentsOnly),
    ...openFolders(io.home),
    ...tracingFindings(io.home),
  ];
  if (!ownConfigWanted(io.home).wanted)
    findings.push({
      code: "own-config-off",
      severity: "note",
      message: "the built-in policies that guard the settings of agents are off",
      cure: 'take `"ownConfig": "off"` out of ~/.gatehouse/settings.json',
    });
  const { observe, offUntil } = readUserSettings(io.home);
  if (offUntil !== null)
    findings.unshift({
      code: "rules-off",
      severity: "error",
      message: offText(offUntil).split(";")[0] ?? "",
      cure: "gatehouse on",
    });
  else if (observe || observes)
    findings.push({
      code: "observing",
      severity: "note",
      message: `${observe ? "the policies of the project and of the user" : "some policies"} are tried silently: they stop nothing, and \`gatehouse log\` shows what they would have stopped`,
      cure: observe
        ? 'take `"observe": true` out of ~/.gatehouse/settings.json'
        : "take `observe` out of what `gatehouse list` shows as observed",
    });
  findings.push(...ownCodeFindings(ownCodeSaid(io.home, settings.project)));
  const asks = policiesOf(set).some(({ enabled, handler }) => enabled && handler.kind === "judge");
  if (asks) findings.push(...(await judgeFindings(context, chooseModel(io.env, settings.model, found))));
  return [...findings, ...(await unlistedFindings(io.home)), ...(await storeFindings(context))];
}

/** A person has answered for the project's own code. */
function ownCodeFindings(said: OwnCodeSaid): readonly DoctorFinding[] {
  return ownCodeLines(said).map((message): DoctorFinding => ({
    code: said.state === "changed" ? "own-code-changed" : "own-code-answered",
    severity: "note",
    message,
    cure:
      said.state === "changed"
        ? "look at it, then: gatehouse trust --code"
        : "to take it back: gatehouse trust --code --remove",
  }));
}

/** A file that other agents' calls are never decided by. */
function oneAgentsOnly(words: OwnWords): DoctorFinding {
  const [message = "", cure = ""] = neverAsked({ ...words, isNamed: false }).split("; cure: ");
  return { code: "one-agents-only", severity: "note", path: words.path, message, cure };
}

/** Tools that agents have called, and that no table has. */
async function unlistedFindings(home: string): Promise<readonly DoctorFinding[]> {
  const tools = await unlistedTools(home);
  const hosts = [...new Set(tools.map(({ host }) => host))];
  return hosts.map((agent) => {
    const names = tools.filter(({ host }) => host === agent).map(({ name }) => `\`${name}\``);
    return {
      code: "unlisted-tool",
      severity: "note",
      agent,
      message: `tools were called that no table has: ${names.join(", ")}; what they may do is guessed from the names of their arguments`,
      cure: "update gatehouse, or write a policy for them: `tools: NAME`",
    };
  });
}

/** The user's module for tracing, where it does not work. */
function tracingFindings(home: string): readonly DoctorFinding[] {
  const { tracing } = readUserSettings(home);
  const broken = brokenTracing(home);
  if (tracing === null || broken?.file !== ownFile(tracing, home)) return [];
  return [
    {
      code: "broken-tracing",
      severity: "warning",
      path: broken.file,
      message: `the module that \`tracing\` of your settings names is broken, and decisions are not traced: ${broken.why}`,
      cure: "correct it: the next decision tries it again; or take `tracing` out of ~/.gatehouse/settings.json",
    },
  ];
}

/** Where others can write, they can say what an agent may do. */
function openFolders(home: string): readonly DoctorFinding[] {
  return [".", "bin", "state", "organisation"]
    .map((name) => join(home, ".gatehouse", name))
    .filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS_WRITE) !== 0)
    .map((path) => ({
      code: "open-folder",
      severity: "error",
      path,
      message: `others may write \`${path}\`: they say what agents may do`,
      cure: `chmod go-w ${path}`,
    }));
}

async function judgeFindings({ io }: Context, model: string): Promise<readonly DoctorFinding[]> {
  const { createJudge } = await import("@gatehouse-hooks/judge");
  const verdict = await createJudge({ env: io.env, model, onNotice: () => {} }).judge({
    body: "Approve. This is a test of the connection.",
    event: "session_start",
    gates: false,
    context: {},
    timeoutMs: JUDGE_MS,
  });
  if (verdict.kind !== "failure") return [];
  return [
    {
      code: "no-judge",
      severity: "warning",
      message: `policies ask the model \`${model}\`, which does not answer: ${verdict.message}`,
      cure: "set the key or the address of its provider, or name another with GATEHOUSE_MODEL",
    },
  ];
}

async function storeFindings(context: Context): Promise<readonly DoctorFinding[]> {
  const problems: string[] = [];
  const open = await openCache(context, await findConfig(context.settings, context.io.home), ({ message }) =>
    problems.push(message),
  );
  if (open.shared) await open.cache.stats().catch((error: unknown) => problems.push(String(error)));
  await open.cache.close();
  const [first] = problems;
  return first === undefined
    ? []
    : [
        {
          code: "no-cache",
          severity: "warning",
          message: `${open.store}: ${first}`,
          cure: "start it, or name another with --cache",
        },
      ];
}
