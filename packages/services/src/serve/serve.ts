import { listen as listenOn } from "@gatehouse-hooks/server/node";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { exitCode, type ExitCode, messageOf, serverSignals, UsageError } from "@gatehouse-hooks/console";
import { noteLine, printable } from "@gatehouse-hooks/console/print";
import { answerPasskeys, type PasskeyOptions, passkeyRequest } from "./answer-passkeys.js";
import { type OpenServer, openServer, shortVersion } from "./open-server.js";
import { quickServerFile, type QuickServer } from "./quick-server-file.js";
import { readServerFile } from "./read-server-file.js";
import type { ServerFile } from "./server-file.schema.js";
import { type Context, printResult } from "@gatehouse-hooks/local";

/** What `--check --json` prints. */
export interface ServeCheckedJson {
  /** By the tenant's name: SHA-256 of its policies, in hex. */
  readonly tenants: Readonly<Record<string, string>>;
}

/** What `--json` prints when it listens. */
export interface ServingJson extends ServeCheckedJson {
  /** The address, without a path. */
  readonly origin: string;
}

/** Where the configuration is, unless another place is named. */
const DEFAULT_FILE = "gatehouse.server.yaml";

/**
 * `gatehouse serve [FILE]`: the decision server. It runs until it is asked to end, and then answers what it has begun.
 *
 * @throws UsageError
 */
export async function serve(
  context: Context,
  given: string | undefined,
  options: ServeOptions,
): Promise<ExitCode> {
  const { io, settings, noticeColors } = context;
  const say = (text: string): void => void io.stderr.write(`${text}\n`).catch(() => undefined);
  const { file, folder, tokens } = serverFile(context, given);
  const asked = passkeyRequest(options);
  if (asked) return await answerPasskeys(context, asked, file, folder);
  const opened = await openServer(io, withListen(file, options.listen), folder, ({ message }) =>
    say(noteLine(noticeColors, message)),
  );
  if (options.check) {
    const tenants = Object.fromEntries(opened.server.versions());
    await printResult(
      context,
      { tenants } satisfies ServeCheckedJson,
      Object.entries(tenants).map(([tenant, version]) => `${tenant}: ${version.slice(0, 12)}`),
    );
    await opened.close();
    return exitCode.fine;
  }
  const { host, port, shutdownDelaySeconds } = withListen(file, options.listen).listen;
  const listening = await listenOn(opened.server, {
    ...{ host, port, ownProcess: true, shutdownDelayMs: shutdownDelaySeconds * 1_000 },
    ...(opened.tls !== undefined && { tls: opened.tls }),
  }).catch(async (error: unknown) => {
    await opened.close();
    throw new UsageError(`cannot listen on ${printable(host)}:${port}: ${messageOf(error)}`);
  });
  const ready: ServingJson = {
    origin: listening.origin,
    tenants: Object.fromEntries(opened.server.versions()),
  };
  await io.stdout.write(settings.json ? `${JSON.stringify(ready)}\n` : `listening on ${listening.origin}\n`);
  tellTokens(say, tokens, listening.origin);
  ((await opened.passkeys?.missing()) ?? []).forEach((line) => say(printable(line)));
  for (const tenant of opened.server.versions().keys())
    say(`${tenant}: ${shortVersion(opened.server, tenant)} is in force`);
  await untilAskedToEnd(opened, (line) => say(printable(line)));
  say(
    shutdownDelaySeconds > 0
      ? `ending in ${shutdownDelaySeconds} s: until then requests are answered`
      : "ending: what has begun is answered",
  );
  await listening.close();
  await opened.close();
  return exitCode.fine;
}

/** Follows the policies, and reads them anew on request, until the server is to end. */
async function untilAskedToEnd(opened: OpenServer, say: (line: string) => void): Promise<void> {
  let reloading: Promise<void> = Promise.resolve();
  const { ended, withdraw } = serverSignals(() => {
    reloading = reloading.then(async () => (await opened.reload()).forEach(say));
  });
  const unfollow = opened.follow(say);
  await ended;
  unfollow();
  withdraw();
}

interface Found {
  readonly file: ServerFile;
  readonly folder: string;
  readonly tokens?: QuickServer["tokens"];
}

/** The file, or one tenant with the policies of the command line. @throws UsageError */
function serverFile({ io, settings }: Context, given: string | undefined): Found {
  if (given === undefined && settings.policies !== undefined) {
    const { file, tokens } = quickServerFile(settings.policies, settings);
    return { file, tokens, folder: io.cwd };
  }
  if (settings.policies !== undefined)
    throw new UsageError(
      "--policies beside a configuration file",
      "name them in the file: `tenants.NAME.policies`",
    );
  if (settings.policyFormat !== undefined || settings.enforced.length > 0)
    throw new UsageError(
      "--policy-format and --enforced count beside --policies alone",
      "write `{ path, format, tier }` in the file: `tenants.NAME.policies`",
    );
  const name = given ?? DEFAULT_FILE;
  const path = resolve(io.cwd, name);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new UsageError(
      `\`${printable(name)}\` cannot be read`,
      "name the configuration, or try `gatehouse serve --policies rules.yaml`",
    );
  }
  return { file: readServerFile(text, name), folder: dirname(path) };
}

/** @throws UsageError for what is no `HOST:PORT` */
function withListen(file: ServerFile, given: string | undefined): ServerFile {
  if (given === undefined) return file;
  const [, host = "", port = ""] = /^(.+):([0-9]{1,5})$/.exec(given) ?? [];
  if (host === "" || Number(port) > 65_535)
    throw new UsageError(
      `--listen is \`${printable(given)}\``,
      "write HOST:PORT, for example 127.0.0.1:8181",
    );
  return { ...file, listen: { ...file.listen, host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) } };
}

function tellTokens(say: (text: string) => void, tokens: Found["tokens"], origin: string): void {
  if (tokens === undefined) return;
  say(`token of those who ask:      ${tokens.decide}`);
  say(`token of the person:         ${tokens.approve}   ${origin}/approvals`);
}

/** The options of `gatehouse serve`. */
interface ServeOptions extends PasskeyOptions {
  /** `HOST:PORT`, before the file's. */
  readonly listen: string | undefined;
  /** Read the file and the policies, say what is wrong, and end. */
  readonly check: boolean;
}
