import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";

/** Keeps `import.meta.url`, `dirname` and `filename` of a bundled module those of its file: tests read data beside it. */
export function ownLocation(): Plugin {
  return {
    name: "own-location",
    transform(code, id) {
      if (!code.includes("import.meta.")) return;
      const places: Readonly<Record<string, string>> = {
        url: pathToFileURL(id).href,
        dirname: path.dirname(id),
        filename: id,
      };
      return code.replaceAll(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, name: string) =>
        JSON.stringify(places[name]),
      );
    },
  };
}
