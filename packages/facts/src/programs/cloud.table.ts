import type { ProgramRow } from "./program-row.js";

/** Tools of cloud providers, read by verb. */
export const CLOUD_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "aws",
    loose: true,
    global: [
      "--profile=",
      "--region=",
      "--output=",
      "--query=",
      "--endpoint-url=",
      "--color=",
      "--ca-bundle=",
      "--debug",
    ],
    verbs: {
      look: "describe-* get-* list-* ls head-* lookup-* batch-get-* query scan wait help",
      change: "create-* put-* update-* modify-* start-* attach-* tag-* cp mv sync run-* invoke",
      destroy: "delete-* rm rb terminate-* remove-* deregister-* purge-* stop-* revoke-* disable-*",
      kind: "cloud",
      from: 1,
      depth: 1,
    },
    tests: [
      { run: "aws ec2 describe-instances --filters a" },
      {
        run: "aws --region us-east-1 ec2 terminate-instances --instance-ids i-1",
        actions: ["cloud.destroy"],
      },
      { run: "aws ec2 frobnicate", unknown: ["unknown-subcommand"] },
    ],
  },
];
