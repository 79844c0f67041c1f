import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import type { ExtractorMessage } from "@microsoft/api-extractor";

import type { PackageEntry } from "./package-entries.js";

/**
 * Writes what one entry promises: every exported name with its type, as API Extractor reads it from the declarations.
 *
 * @param folder where the report is written, under the name of the one that is checked in
 * @returns the report
 * @throws Error when the declarations do not compile
 */
export function writeReport(
  { specifier, folder: packageFolder, types, report }: PackageEntry,
  folder: string,
): string {
  const name = path.basename(report);
  mkdirSync(folder, { recursive: true });
  const problems: string[] = [];
  const config = ExtractorConfig.prepare({
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
        reportFileName: name,
        reportFolder: folder,
        reportTempFolder: path.join(folder, "temp"),
      },
      docModel: { enabled: false },
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
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message: ExtractorMessage) => {
      if (message.logLevel === ExtractorLogLevel.Error) problems.push(message.text);
      message.handled = true;
    },
  });
  if (problems.length > 0) throw new Error(`${specifier}: ${problems.join("; ")}`);
  return readFileSync(path.join(folder, name), "utf8");
}
