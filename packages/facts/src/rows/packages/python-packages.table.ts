import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };
const INSTALLS: ProgramUsage = { loose: true, action: "package.change", executes: "package", lang: "python" };
const REMOVES: ProgramUsage = { loose: true, action: "package.destroy" };
const PUBLISHES: ProgramUsage = {
  loose: true,
  options: ["--dry-run"],
  action: "package.publish",
  when: [{ has: ["--dry-run"], action: [] }],
};

const PIP =
  optionList(`--debug --isolated --require-virtualenv --python=command -v,--verbose -q,--quiet --log=write --no-input
  --keyring-provider= --proxy= --retries= --timeout= --exists-action= --trusted-host= --cert=read --client-cert=read --cache-dir=
  --no-cache-dir --disable-pip-version-check --no-color --no-python-version-warning --use-feature= --use-deprecated= --resume-retries=`);

const PIP_SOURCE =
  optionList(`-r,--requirement=remote-read -c,--constraint=remote-read -e,--editable= --no-deps --pre --src= --platform= --python-version=
  --implementation= --abi= -i,--index-url,--pypi-url=registry --extra-index-url=registry --no-index -f,--find-links= --no-binary= --only-binary=
  --prefer-binary --require-hashes --no-build-isolation --use-pep517 --no-use-pep517 --check-build-dependencies -C,--config-settings=
  --global-option= --build-option= --no-clean --progress-bar= --ignore-requires-python --no-verify --dry-run -t,--target=unpack --user
  --root=unpack --prefix=unpack -U,--upgrade --upgrade-strategy= --force-reinstall -I,--ignore-installed --compile --no-compile --no-warn-script-location
  --no-warn-conflicts --break-system-packages --report=write -w,--wheel-dir=write -d,--dest=write --group= -o,--output= --root-user-action=`);

const UV =
  optionList(`-q,--quiet -v,--verbose --color= --native-tls --offline --allow-insecure-host= --no-progress --directory=cwd --project=
  --config-file=read --no-config --no-cache -n --cache-dir= -p,--python= --managed-python --no-managed-python --no-python-downloads
  --preview --index=registry --default-index=registry -i,--index-url=registry --extra-index-url=registry -f,--find-links= --no-index --index-strategy=
  --keyring-provider= --resolution= --prerelease= --fork-strategy= --exclude-newer= --no-sources --link-mode= --isolated --locked
  --frozen --no-sync --active --upgrade -U -P,--upgrade-package= --reinstall --refresh --refresh-package= --reinstall-package= --no-build
  --no-binary -C,--config-setting= --no-build-isolation --no-build-package= --no-binary-package= --only-binary= --all-extras --extra=
  --no-extra= --no-dev --only-dev --group= --no-group= --no-default-groups --all-groups --only-group= --package= --all-packages`);

/** `uv run` and `uvx`: a command in an environment that is made for it. */
const UV_RUN: ProgramUsage = {
  style: "posix",
  options: [
    ...UV,
    ...optionList(`--with= --with-editable= --with-requirements= -m,--module= --env-file=config --no-env-file --exact --no-editable --script
      -s --gui-script --from=target --inexact --no-project -w= -x -b,--build-constraints= --constraints= -c= --overrides= --torch-backend=`),
  ],
  wraps: 0,
  // What is run is a Python file when its name ends so, and packages are fetched for it.
  when: [
    { has: ["-m", "-s", "--gui-script"], wraps: -1, executes: "package", lang: "python" },
    {
      has: ["--with", "--with-editable", "--with-requirements", "--from"],
      executes: "package",
      lang: "python",
    },
    { operand: ["*.py", "-", "http:*", "https:*"], most: 1, wraps: -1, operands: "script", lang: "python" },
    // The project is built first.
    { not: ["--no-sync", "--no-project"], executes: "package", lang: "python" },
  ],
};

/** Package managers of Python. */
export const PYTHON_PACKAGE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["pip", "pip3", "pip2", "pip3.*"],
    global: PIP,
    options: ["-h", "-V"],
    variables: [
      "PIP_INDEX_URL=registry",
      "PIP_EXTRA_INDEX_URL=registry",
      "PIP_CONFIG_FILE",
      "PIP_TARGET",
      "EDITOR=code",
    ],
    commands: {
      "help,check,debug,completion": LOOKS,
      "list,freeze,show,inspect,search,hash,index": {
        loose: true,
        options: optionList(
          "-r,--requirement=read --path= --format= --index-url= --exclude= -a,--algorithm=",
        ),
      },
      cache: {
        loose: true,
        commands: { "dir,info,list": LOOKS, "remove,purge": { loose: true, action: "package.change" } },
      },
      config: {
        loose: true,
        commands: {
          "list,get,debug": LOOKS,
          set: { ...CONFIGURES, also: [{ operand: ["*index-url"], operands: "registry*" }] },
          "edit,unset": CONFIGURES,
        },
      },
      install: {
        options: PIP_SOURCE,
        action: "package.change",
        executes: "package",
        lang: "python",
      },
      "download,wheel,lock": {
        options: PIP_SOURCE,
        action: "package.change",
        executes: "package",
        lang: "python",
      },
      uninstall: {
        options: ["-r,--requirement=read", "-y,--yes", "--root-user-action=", "--break-system-packages"],
        action: "package.destroy",
      },
    },
    tests: [{ run: "pip list --outdated" }],
  },
  {
    name: ["uvx"],
    ...UV_RUN,
    executes: "package",
    lang: "python",
    package: "always",
    tests: [
      {
        run: "uvx --from x rm y",
        deletes: ["./y"],
        executes: ["package python"],
        actions: ["package.run"],
        commands: ["uvx", "rm"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: "uv",
    options: UV,
    variables: [
      "UV_INDEX_URL=registry",
      "UV_PYTHON=command",
      "UV_CONFIG_FILE",
      "UV_INDEX=registry",
      "UV_DEFAULT_INDEX=registry",
    ],
    commands: {
      "help,version": { loose: true },
      tree: { options: UV, loose: true, when: [{ not: ["--frozen"], executes: "package", lang: "python" }] },
      run: UV_RUN,
      "lock,sync,venv,add,build": {
        options: UV,
        loose: true,
        action: "package.change",
        executes: "package",
        lang: "python",
      },
      export: {
        options: [...UV, "-o,--output-file=write", "--format="],
        loose: true,
        when: [{ not: ["--frozen"], executes: "package", lang: "python" }],
      },
      remove: { options: UV, loose: true, action: "package.destroy" },
      publish: PUBLISHES,
      init: { loose: true, unknown: "opaque-file" },
      format: { loose: true, unknown: "opaque-file" },
      self: { loose: true, action: "package.change" },
      auth: CONFIGURES,
      pip: {
        options: UV,
        commands: {
          "check,freeze,list,show,tree": { options: UV, loose: true },
          "install,sync": { ...INSTALLS, options: UV },
          compile: {
            options: [...UV, "-o,--output-file=write"],
            loose: true,
            operands: "read*",
            executes: "package",
            lang: "python",
          },
          uninstall: REMOVES,
        },
      },
      tool: {
        options: UV,
        commands: {
          "list,dir": LOOKS,
          "install,upgrade,update-shell": INSTALLS,
          uninstall: REMOVES,
          run: { ...UV_RUN, executes: "package", lang: "python", package: "always" },
        },
      },
      python: {
        options: UV,
        commands: {
          "list,find,dir": LOOKS,
          pin: CONFIGURES,
          "install,upgrade,update-shell": { loose: true, action: "package.change" },
          uninstall: REMOVES,
        },
      },
      cache: {
        options: UV,
        commands: { "dir,size": LOOKS, "clean,prune": { loose: true, action: "package.change" } },
      },
    },
    tests: [{ run: "uv pip list" }],
  },
  {
    name: "pipx",
    loose: true,
    commands: {
      "list,environment,help,completions": LOOKS,
      "install,install-all,upgrade,upgrade-all,upgrade-shared,reinstall,reinstall-all,inject,interpreter,pin,unpin":
        { ...INSTALLS, options: ["-i,--index-url=registry"] },
      "uninstall,uninstall-all,uninject": REMOVES,
      ensurepath: CONFIGURES,
      "run,runpip": {
        style: "posix",
        package: "always",
        options: optionList(
          "--no-cache --path --pypackages --spec=target --python= --system-site-packages -i,--index-url=registry -e,--editable --pip-args= -q -v --with= --fetch-missing-python",
        ),
        executes: "package",
        lang: "python",
      },
    },
    tests: [{ run: "pipx list" }],
  },
  {
    name: "poetry",
    loose: true,
    global: optionList(
      "-C,--directory=cwd -P,--project= -n,--no-interaction --no-plugins --no-cache -v -vv -vvv -q,--quiet --ansi --no-ansi",
    ),
    commands: {
      "about,check,help,list,search,show": LOOKS,
      env: { loose: true, commands: { "info,list,activate": LOOKS, use: CONFIGURES, remove: REMOVES } },
      "config,source": {
        loose: true,
        action: "config.change",
        when: [{ has: ["--list"], action: [] }],
        options: ["--list", "--unset", "--local", "--migrate"],
        also: [{ operand: ["repositories.*", "add"], operands: "registry*" }],
      },
      version: { loose: true, action: "config.change", when: [{ most: 0, action: [] }] },
      "install,add,update,lock,sync,self": INSTALLS,
      remove: REMOVES,
      publish: PUBLISHES,
      build: { loose: true, executes: "package", lang: "python" },
      run: { style: "posix", wraps: 0 },
      "shell,new,init,cache,export": { loose: true, unknown: "opaque-file" },
    },
    tests: [{ run: "poetry show" }],
  },
  {
    name: ["conda", "mamba", "micromamba"],
    loose: true,
    commands: {
      "info,list,search,help,compare,doctor,repoquery,notices": LOOKS,
      "install,update,upgrade,create": INSTALLS,
      "remove,uninstall,clean": REMOVES,
      config: {
        loose: true,
        action: "config.change",
        when: [
          { has: ["--show", "--show-sources", "--get"], not: ["--set", "--add", "--remove"], action: [] },
        ],
        options: ["--show", "--show-sources", "--get", "--set", "--add", "--remove", "--append", "--prepend"],
        also: [{ has: ["--set", "--add", "--append", "--prepend"], operands: "registry*" }],
      },
      "activate,deactivate,init,package,rename": CONFIGURES,
      env: {
        loose: true,
        commands: {
          "list,config": LOOKS,
          export: { loose: true, options: ["-f,--file=write"] },
          "create,update": INSTALLS,
          remove: REMOVES,
        },
      },
      export: { loose: true, options: ["-f,--file=write"] },
      run: {
        style: "posix",
        options: optionList(
          "-n,--name= -p,--prefix= -v,--verbose --dev --debug-wrapper-scripts --cwd=cwd --no-capture-output --live-stream -e= -r=",
        ),
        wraps: 0,
      },
      build: { loose: true, unknown: "opaque-file" },
    },
    tests: [{ run: "conda list" }],
  },
  {
    name: ["twine"],
    commands: {
      check: LOOKS,
      "upload,register": {
        options: optionList(
          "-r,--repository= --repository-url=url -s,--sign --sign-with=command -i,--identity= -u,--username= -p,--password= --non-interactive -c,--comment= --config-file=read --skip-existing --cert=read --client-cert=read --verbose --disable-progress-bar --attestations",
        ),
        operands: "upload+",
        action: "package.publish",
      },
    },
    tests: [
      {
        run: "twine upload -r x a.whl",
        reads: ["./a.whl"],
        network: ["out ? < ./a.whl"],
        actions: ["package.publish"],
      },
    ],
  },
  {
    name: ["virtualenv", "pyenv"],
    loose: true,
    action: "package.change",
    commands: {
      "versions,version,which,whence,root,shims,commands,help,prefix": LOOKS,
      uninstall: REMOVES,
      exec: { style: "posix", wraps: 0 },
    },
    tests: [{ run: "pyenv versions" }],
  },
];
