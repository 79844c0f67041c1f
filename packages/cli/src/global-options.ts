import { type Command, Option } from "commander";
import { addDockerAgentOptions, DEFAULT_OPTIONS } from "@gatehouse-hooks/local";
import { repeated } from "@gatehouse-hooks/console";

/** Adds the options that every command takes. What they mean for one is in the table of help. */
export function addGlobalOptions(root: Command): void {
  root
    .option("--project <dir>", "the project's folder (default: the working directory)")
    .option(
      "--config <file>",
      "Mayros configuration (default: .mayros/config.json5 of the home folder, and that or mayros.json5 of the project)",
    )
    .option(
      "--policies <path>",
      "a policy file or folder, instead of the project's and the user's; repeatable",
      repeated,
    )
    .option(
      "--policy-format <format>",
      "the format of --policies where names do not tell it: docker-agent, mimir …",
    )
    .option(
      "--enforced <path>",
      "a policy file or folder of the enforced tier, in addition; repeatable",
      repeated,
    )
    .option("--model <provider/model>", "ask this model instead of those that the policies name")
    .option(
      "--cache <store>",
      "where verdicts are kept: memory, a file, or redis://… (default: GATEHOUSE_CACHE, else memory)",
    )
    .option(
      "--store <folder>",
      "where compiled policies are kept, or off (default: GATEHOUSE_STORE, else the user's cache folder)",
    )
    .addOption(
      new Option("--sandbox <kind>", "what the commands of hooks run in: bubblewrap or none").default(
        DEFAULT_OPTIONS.sandbox,
      ),
    )
    .addOption(
      new Option(
        "--on-load-error <meaning>",
        "what a policy file that cannot be loaded means: deny or warn",
      ).default(DEFAULT_OPTIONS.onLoadError),
    )
    .addOption(
      new Option(
        "--unknown-events <meaning>",
        "what an unknown event means: abstain, with a notice, or deny",
      ).default(DEFAULT_OPTIONS.unknownEvents),
    )
    .option("--audit <dir>", "the folder of the audit trail (default: none is written; or GATEHOUSE_AUDIT)")
    .option("--audit-required", "deny what cannot be recorded in the audit trail")
    .option("--json", "print JSON")
    .option("--no-color", "print without colours");
  addDockerAgentOptions(root);
}
