import type { AddCommand } from "./check-commands.js";
import { text } from "@gatehouse-hooks/console";

/** `bundle` and `serve`: policies for many machines, and the server that decides for them. */
export function addServeCommands(add: AddCommand): void {
  add(
    "bundle <action> [from] [to]",
    "policies that travel as one signed file: build a folder, sign, push to a registry, pull",
    async (context, words, options) =>
      (await import("./commands/bundle.js")).bundle(context, words, {
        name: text(options["name"]),
        key: text(options["key"]),
        keys: text(options["keys"]),
        as: text(options["as"]),
        out: text(options["out"]),
      }),
    (command) =>
      command
        .option(
          "--name <name>",
          "with build and pull: the name of the bundle, which its signature is bound to",
        )
        .option("--key <file>", "with sign: the private key (Ed25519, PEM)")
        .option("--as <version>", "with sign: this version (default: one more than the last)")
        .option("--keys <file>", "with pull: the public keys that are believed (PEM)")
        .option("--out <file>", "write here (default: NAME.bundle.json for build, else NAME.bundle)"),
  );
  add(
    "serve [file]",
    "the decision server: AuthZEN, hooks over HTTP, approvals by people (default: gatehouse.server.yaml)",
    async (context, [file], options) =>
      (await import("@gatehouse-hooks/services/serve/serve")).serve(context, file, {
        listen: text(options["listen"]),
        check: options["check"] === true,
      }),
    (command) =>
      command
        .option("--listen <host:port>", "listen here, whatever the file says")
        .option("--check", "read the file and the policies, say what is wrong, and end"),
  );
}
