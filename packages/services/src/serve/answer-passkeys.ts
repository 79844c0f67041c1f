import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { refuseAgent } from "@gatehouse-hooks/local/person";
import type { RegisteredPasskey } from "@gatehouse-hooks/server/passkeys";
import type { OpenPasskeys } from "./open-passkeys.js";
import { passkeysOfFile } from "./passkeys-of-file.js";
import type { ServerFile } from "./server-file.schema.js";

/** The options of `gatehouse serve` that are answered, and end it: one at most. */
export interface PasskeyOptions {
  /** Print a link by which this caller registers a passkey. */
  readonly invite: string | undefined;
  /** Remove the passkey whose id begins so. */
  readonly forget: string | undefined;
  /** List those that are registered. */
  readonly passkeys: boolean;
}

/** What a person asks about passkeys. */
type PasskeyRequest =
  | { readonly kind: "list" }
  | { readonly kind: "invite"; readonly caller: string }
  | { readonly kind: "forget"; readonly id: string };

/** What `--invite --json` prints. */
export interface PasskeyLinkJson {
  /** The page for approvals, with a code that counts once. */
  readonly link: string;
}

/** What `--passkeys --json` prints. */
export interface PasskeysJson {
  readonly passkeys: readonly RegisteredPasskey[];
}

/** What `--forget --json` prints. */
export interface ForgottenPasskeyJson {
  readonly forgotten: RegisteredPasskey;
}

/** Characters of an id that are shown, and how many have to be given. */
const SHOWN = 12;
const LEAST = 6;

/** @throws UsageError for more than one */
export function passkeyRequest({ invite, forget, passkeys }: PasskeyOptions): PasskeyRequest | undefined {
  const [asked, other] = [
    ...(invite === undefined ? [] : [{ kind: "invite", caller: invite } as const]),
    ...(forget === undefined ? [] : [{ kind: "forget", id: forget } as const]),
    ...(passkeys ? [{ kind: "list" } as const] : []),
  ];
  if (other !== undefined)
    throw new UsageError("--invite, --passkeys and --forget go one by one", "give one of them");
  return asked;
}

/**
 * Answers, and ends. No agent makes a link, or takes a passkey away.
 *
 * @throws UsageError, also where the server has no passkeys
 */
export async function answerPasskeys(
  context: Context,
  request: PasskeyRequest,
  file: ServerFile,
  folder: string,
): Promise<ExitCode> {
  if (request.kind !== "list") refuseAgent(context.io);
  const open = await passkeysOfFile(context.io, file, folder, () => undefined);
  if (open === undefined)
    throw new UsageError("the server's file does not name `passkeys`", "add `passkeys: passkeys.sealed`");
  if (request.kind === "invite") await invite(context, open, request.caller);
  else if (request.kind === "forget") await forget(context, open, request.id);
  else await list(context, open);
  return exitCode.fine;
}

async function invite(context: Context, open: OpenPasskeys, caller: string): Promise<void> {
  const link = open.invite(caller);
  await printResult(context, { link } satisfies PasskeyLinkJson, [
    link,
    `open it within 15 minutes, with the token of ${printable(caller)}: it registers one passkey`,
  ]);
}

async function list(context: Context, { passkeys, missing }: OpenPasskeys): Promise<void> {
  const all = await passkeys.list();
  await printResult(context, { passkeys: all } satisfies PasskeysJson, [
    ...all.map(lineOf),
    ...(await missing()).map(printable),
  ]);
}

async function forget(context: Context, { passkeys }: OpenPasskeys, given: string): Promise<void> {
  const cure = "`gatehouse serve --passkeys` lists them: give the beginning of one's id";
  if (given.length < LEAST) throw new UsageError(`--forget takes ${LEAST} characters or more`, cure);
  const [one, other] = (await passkeys.list()).filter(({ id }) => id.startsWith(given));
  if (one === undefined || other !== undefined || !(await passkeys.forget(one.id)))
    throw new UsageError(
      `${other === undefined ? "no" : "more than one"} passkey has an id that begins with \`${printable(given)}\``,
      cure,
    );
  await printResult(context, { forgotten: one } satisfies ForgottenPasskeyJson, [
    `forgotten: ${lineOf(one)}`,
    "a running server knows it at once; what was approved before stays approved",
  ]);
}

function lineOf({ tenant, caller, id, transports, linkUntil }: RegisteredPasskey): string {
  const how = transports.length === 0 ? "" : `, ${transports.join(" and ")}`;
  return printable(`${id.slice(0, SHOWN)}  ${tenant}/${caller}${how}, registered before ${linkUntil}`);
}
