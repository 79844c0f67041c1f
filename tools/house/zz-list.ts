import path from "node:path";
import * as ast from "typescript/unstable/ast";
import { withHouse, eachNode, lineAt, startOf } from "./house-source.js";
import { filesWithAgents } from "./named-agents.js";
const t0 = Date.now();
withHouse(path.resolve("."), (house) => {
  const files = new Set(filesWithAgents(house));
  const agents = house.sources.flatMap(
    ({ place }) => /^packages\/hosts\/src\/(?!gatehouse\/)([^/]+)\/host\.ts$/.exec(place)?.[1] ?? [],
  );
  console.log(files.size, Date.now() - t0);
  for (const f of house.sources) {
    if (!files.has(f.place)) continue;
    console.log(f.place);
    for (const agent of agents) {
      if (f.place.includes(`/${agent}/`)) continue;
      const text = new RegExp(`(?<![a-z-])${agent}(?![a-z-])`, "i");
      const words = agent.split("-");
      const name = words.length > 1 ? new RegExp(words.join("_?"), "i") : new RegExp(`^${agent}Host$`);
      const mods = new Set();
      for (const s of f.syntax.statements)
        if ((ast.isImportDeclaration(s) || ast.isExportDeclaration(s)) && s.moduleSpecifier)
          mods.add(s.moduleSpecifier);
      eachNode(f.syntax, (n: any) => {
        let hit = false;
        if (mods.has(n)) hit = ast.isStringLiteral(n) && n.text.includes(`/${agent}/`);
        else if (ast.isIdentifier(n)) hit = name.test(n.text);
        else if (
          ast.isStringLiteral(n) ||
          ast.isNoSubstitutionTemplateLiteral(n) ||
          ast.isTemplateHead(n) ||
          ast.isTemplateMiddle(n) ||
          ast.isTemplateTail(n)
        )
          hit = text.test(n.text);
        if (hit)
          console.log(
            `   ${lineAt(f.syntax, startOf(n, f.syntax))} ${agent}: ${JSON.stringify(n.text.slice(0, 110))}`,
          );
      });
    }
  }
  return 0;
});
