import type { Alternatives, Field } from "@gatehouse-hooks/shell";

/** How a file is used. `list`: only its names. */
export interface FileEffect {
  readonly does: "reads" | "writes" | "deletes";
  readonly paths: Alternatives;
  readonly by: string;
  readonly maybe: boolean;
  readonly tree: boolean;
  readonly list: boolean;
  /** What is done to it, beside reading or deleting it. */
  readonly op: "content" | "mode" | "link" | "create" | "move" | null;
  /** What it holds afterwards; null: it is not known, or stays. */
  readonly content: Alternatives | null;
  readonly append: boolean;
}

/** What a piece of code may do, in its order. An origin `file` of a value names the effect that read it. */
export type CodeEffect =
  | FileEffect
  | { readonly does: "directory"; readonly path: Alternatives; readonly maybe: boolean }
  /** What is done through the name later is done to what it leads to. */
  | {
      readonly does: "links";
      readonly path: Alternatives;
      readonly to: Alternatives;
      readonly symbolic: boolean;
    }
  /** A program, by its words. */
  | {
      readonly does: "command";
      readonly words: readonly Alternatives[];
      readonly at: RunPlace;
      readonly maybe: boolean;
    }
  /** A line for a shell. */
  | { readonly does: "shell"; readonly text: Alternatives; readonly at: RunPlace; readonly maybe: boolean }
  /** Code of the language itself that is not known. */
  | { readonly does: "code"; readonly text: Alternatives; readonly maybe: boolean }
  | {
      readonly does: "connect";
      readonly by: string;
      readonly url: Alternatives | null;
      readonly host: Alternatives | null;
      readonly port: number | null;
      readonly scheme: string | null;
      /** Others connect. */
      readonly listens: boolean;
      /** Null: it only fetches. */
      readonly sends: Alternatives | null;
      readonly maybe: boolean;
    }
  | {
      readonly does: "action";
      readonly action: string;
      readonly target: Alternatives | null;
      readonly maybe: boolean;
    }
  | { readonly does: "sql"; readonly text: Field }
  /** What was not understood. */
  | { readonly does: "unknown"; readonly text: string };

/** Where a program is started. */
export interface RunPlace {
  readonly directory: Alternatives | null;
  readonly variables: readonly (readonly [string, Alternatives])[];
  readonly input: Alternatives | null;
}

/** What was read of a piece of code. */
export interface CodeReading {
  readonly effects: readonly CodeEffect[];
  /** Nothing that it does is missing. */
  readonly complete: boolean;
}
