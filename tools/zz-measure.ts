import { readFileSync, readdirSync } from "node:fs";
const globSync = (_: string): string[] => readdirSync("packages",{recursive:true,encoding:"utf8"}).filter((f)=>/^[a-z]+\/src\/.*\.ts$/.test(f)).map((f)=>"packages/"+f);
import { parseAst } from "rolldown/parseAst";
type N = any;
const out: [number, string][] = [];
for (const f of globSync("packages/*/src/**/*.ts")) {
  const text = readFileSync(f, "utf8");
  const visit = (n: N, ctx: { c: number } | null, name: string): void => {
    if (!n || typeof n !== "object") return;
    if (Array.isArray(n)) { for (const x of n) visit(x, ctx, name); return; }
    if (typeof n.type !== "string") return;
    if (["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(n.type)) {
      const c = { c: 1 };
      const nm = n.id?.name ?? name ?? "anon";
      visit(n.params, c, ""); visit(n.body, c, "");
      out.push([c.c, `${f}:${text.slice(0, n.start).split("\n").length} ${nm}`]);
      return;
    }
    if (ctx) {
      if (["IfStatement", "ConditionalExpression", "ForStatement", "ForInStatement", "ForOfStatement", "WhileStatement", "DoWhileStatement", "CatchClause"].includes(n.type)) ctx.c++;
      if (n.type === "SwitchCase" && n.test) ctx.c++;
      if (n.type === "LogicalExpression" && n.operator !== "??") ctx.c++;
    }
    for (const k of Object.keys(n)) if (k !== "type") visit(n[k], ctx, n.key?.name ?? n.id?.name ?? name);
  };
  visit(parseAst(text, { lang: "ts" }, f) as N, null, "");
}
for (const [c, s] of out.sort((a, b) => b[0] - a[0])) if (c > 15) console.log(c, s);
