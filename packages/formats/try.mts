import { load, loadAll, loadMayrosConfig } from "@gatehouse/formats";
import { readFileSync, readdirSync } from "node:fs";
for (const f of ["60-multi-document.yaml"]) console.log(load(readFileSync("/work/shared/corpora/hostile-files/"+f),{path:f}).issues);
const rows=readFileSync("/work/shared/vectors/mayros-files.jsonl","utf8").trim().split("\n").map(l=>JSON.parse(l)).filter(r=>r.in.op==="frontmatter");
let eq=0; const diff=[];
for(const r of rows){
 const l=load(r.in.content,{path:r.in.sourcePath??"/x.md",tier:r.in.origin??"project"});
 const p=l.policies[0];
 const got=p?{body:p.handler.prompt,cache:p.handler.cache,condition:p.condition?.text,description:p.description??"",enabled:p.enabled,events:p.events,model:p.handler.model,name:p.id,origin:p.tier,priority:p.priority,timeoutMs:p.handler.timeoutMs}:null;
 const want=r.out.ok?r.out.hook:null;
 const d=[];
 if(!got!==!want) d.push(got?"LOADS":"REFUSED");
 else if(got) for(const k of Object.keys(got)) if(JSON.stringify(got[k])!==JSON.stringify(want[k])) d.push(`${k}: ${JSON.stringify(got[k])} want ${JSON.stringify(want[k])}`);
 if(d.length) diff.push(JSON.stringify(r.in.content)+"\n    "+d.join("; ")+"  ("+(r.out.error??"")+") "+l.issues.map(i=>i.code).join(" ")); else {eq++; if(want && l.issues.length>-1 && process.argv[2]) console.log(JSON.stringify(r.in.content), l.issues.map(i=>i.severity[0]+":"+i.code+"@"+i.line+":"+i.column).join(" "));}
 for(const i of l.issues) if(!i.path||!i.line||!i.column||!i.cure) console.log("BAD ISSUE",i);
}
console.log(eq,rows.length); console.log(diff.join("\n"));
