import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import type { ExtractorMessage } from "@microsoft/api-extractor";

import type { ApiModel } from "../reference/api-model.js";
import type { PackageEntry } from "./package-entries.js";

/** Removed with the other things that API Extractor leaves in `temp`. */
const MODEL = "temp/model.json";

/** Declarations are read and checked once for all entries: most of the time, and the same for each. */
export function compileEntries(entries: readonly PackageEntry[]): CompilerState {
  const [first, ...others] = entries;
  if (first === undefined) throw new Error("no package has an entry with types");
  return CompilerState.create(configOf(first, path.dirname(first.report)), {
    additionalEntryPoints: others.map(({ types }) => types),
  });
}

/** What API Extractor reads in the declarations of an entry. */
export interface WrittenReport {
  /** The report's text. */
  readonly report: string;
  /** The same with the comments, for the pages of the reference. */
  readonly model: ApiModel;
}

/**
 * Writes what one entry promises: every exported name with its type, as API Extractor reads it from the declarations.
 *
 * @param folder where the report is written, under the name of the one that is checked in
 * @param compilerState what {@link compileEntries} made of all entries
 * @throws Error when the declarations do not compile
 */
export function writeReport(
  entry: PackageEntry,
  folder: string,
  compilerState: CompilerState,
): WrittenReport {
  const name = path.basename(entry.report);
  mkdirSync(folder, { recursive: true });
  const problems: string[] = [];
  Extractor.invoke(configOf(entry, folder), {
    localBuild: true,
    compilerState,
    messageCallback: (message: ExtractorMessage) => {
      if (message.logLevel === ExtractorLogLevel.Error) problems.push(message.text);
      message.handled = true;
    },
  });
  if (problems.length > 0) throw new Error(`${entry.specifier}: ${problems.join("; ")}`);
  return {
    report: readFileSync(path.join(folder, name), "utf8"),
    model: JSON.parse(readFileSync(path.join(folder, MODEL), "utf8")) as ApiModel,
  };
}

function configOf({ folder: packageFolder, types, report }: PackageEntry, folder: string): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: packageFolder,
      mainEntryPointFilePath: types,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: "nodenext",
            moduleResolution: "nodenext",
            target: "es2023",
            lib: ["es2023"],
            types: ["node"],
            strict: true,
            skipLibCheck: true,
          },
          files: [types],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: path.basename(report),
        reportFolder: folder,
        reportTempFolder: path.join(folder, "temp"),
      },
      docModel: { enabled: true, apiJsonFilePath: path.join(folder, MODEL) },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        // Everything that an entry exports is public: there are no release tags.
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.None },
          "ae-forgotten-export": { logLevel: ExtractorLogLevel.Warning, addToApiReportFile: true },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(packageFolder, "package.json"),
  });
}
