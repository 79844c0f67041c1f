/** Every role, by name. */
export const ROLES = [
  "plain",
  "pattern",
  "read",
  "names",
  "database",
  "named",
  "matched",
  "config",
  "keyed",
  "revision",
  "list",
  "write",
  "append",
  "piped",
  "edit",
  "consume",
  "create",
  "fifo",
  "mode",
  "unpack",
  "unpack-new",
  "prefix",
  "link",
  "onto",
  "into",
  "beside",
  "delete",
  "move",
  "linked",
  "url",
  "url-list",
  "host",
  "port",
  "remote",
  "pushed",
  "pushed-later",
  "registry",
  "remote-read",
  "remote-write",
  "body",
  "encoded",
  "form",
  "item",
  "header",
  "cookie",
  "upload",
  "code",
  "keyed-code",
  "program",
  "script",
  "sql",
  "ftp",
  "cwd",
  "env",
  "git-config",
  "git-config-env",
  "ssh-option",
  "loads",
  "suffix",
  "target",
  "command",
] as const;

/**
 * What an operand or an option's value means. In a row it is written by name; `operands: "read+ into"` is a list of them in
 * order, of which one may carry `*` (any number) or `+` (at least one).
 *
 * | role           | what it gives                                                                                       |
 * | -------------- | --------------------------------------------------------------------------------------------------- |
 * | `plain`        | nothing: a name, a number, a message                                                                |
 * | `pattern`      | nothing: a regular expression or a glob that the program matches itself                             |
 * | `read`         | `reads` content; `-` is standard input                                                              |
 * | `names`        | `reads` of a file with names in it, one per line, and of each of these (`tar -T`); `-` is standard  |
 * |                | input                                                                                               |
 * | `database`     | `reads` content; `writes` it where a statement beside it changes something (`sqlite3 FILE`)         |
 * | `named`        | an option's: a glob of names in the folders that are read or listed (`rg -g`): `reads` of these; an |
 * |                | operand's: a path of git, with its wildcards in any folder (`git grep x -- '*.c'`)                  |
 * | `matched`      | an option's: as `named`, with a regular expression of their paths (`ag -G`)                          |
 * | `config`       | `reads`, op `config`: variables for a process that it starts (`docker run --env-file`)              |
 * | `keyed`        | `reads` of a path that a name and `=` may precede (`kubectl --from-file`)                           |
 * | `revision`     | of git: `REV:PATH` is that path of the repository, which is `reads`; without a colon the first is  |
 * |                | a revision, and others may be paths                                                                 |
 * | `list`         | `reads` with `list: true`: names or properties only (`ls`, `stat`, `test -f`)                       |
 * | `write`        | `writes` content; `-` is standard output                                                            |
 * | `append`       | `writes` content, `append: true`                                                                    |
 * | `piped`        | as `write`; behind `|` or `!` code of a shell, which gets it (`psql -o`)                             |
 * | `edit`         | `reads` and `writes` content of the same path (`sed -i`)                                            |
 * | `consume`      | as `edit`, and `deletes`, op `move`: what is in it goes on under another name (`gzip`)               |
 * | `create`       | `writes`, op `create`: a new empty file or directory, or its times (`mkdir`, `touch`)               |
 * | `fifo`         | as `create`: a named pipe, from which anything may be read                                          |
 * | `mode`         | `writes`, op `mode`: permissions, owners, attributes                                                |
 * | `unpack`       | `writes` a tree: a directory that is filled with what it reads (`unzip -d`)                         |
 * | `unpack-new`   | the same, op `create`: into a directory that has to be empty before (`git clone`)                   |
 * | `prefix`       | `writes` content to files whose names begin so (`split a PREFIX`); below the folder that ends in `/` |
 * | `link`         | `writes`, op `link`: the new name of a link                                                         |
 * | `onto`         | `writes` content to the path itself; with `tree` what is in the source lands below it (`cp -rT`)     |
 * | `into`         | `writes` content to a file *or into a directory*: the path itself, and, for each `read`, `move` or  |
 * |                | `linked` operand, the path joined with its last segment; only the joined ones when it ends in `/`,  |
 * |                | `/.` or `/..`, when there are several sources, or as an option's value (`cp -t DIR`)                |
 * | `beside`       | as `into`, in the folder of each source (`Rename-Item`)                                             |
 * | `delete`       | `deletes`                                                                                           |
 * | `move`         | `reads` content and `deletes`, op `move`, both with `tree`                                          |
 * | `linked`       | nothing: what a symbolic link points to; a source for `into` and `link`                             |
 * | `url`          | `network`; `file:` gives a `read`; a string without scheme is `http`                                |
 * | `url-list`     | a file with addresses, one per line: it is read, and each of them is an `url`                       |
 * | `host`         | `network`, both ways; `user@host:port` or `host`                                                    |
 * | `port`         | nothing: the port of the `host` beside it                                                           |
 * | `remote`       | of git and the like: a URL, `host:path`, a local path or a configured name: `network`, or `reads`   |
 * | `pushed`       | as `remote`, of a push: an address is `git.push-url`                                                |
 * | `pushed-later` | as `remote`, of what later pushes go to                                                             |
 * | `registry`     | `package.source` for each URL in it: `https://h.example`, `registry=https://h.example`              |
 * | `remote-read`  | `host:path` (`scp`, `rsync`): `network` in; without a colon a `read`                                |
 * | `remote-write` | `host:path`: `network` out that sends the row's reads; without a colon an `into`                    |
 * | `body`         | sent to the row's addresses; `@file` is read and sent, `@-` is standard input (`curl -d`)           |
 * | `encoded`      | sent; `@file` and `name@file` are read and sent (`curl --data-urlencode`)                           |
 * | `item`         | of HTTPie: an address, a method, or `name=data`, `name@file`, `name:=@file`                         |
 * | `form`         | sent; `name=@file,file` and `name=<file` are read and sent (`curl -F`)                              |
 * | `header`       | `@file` is read and sent, and what comes from a file is sent; else nothing (`curl -H`)              |
 * | `cookie`       | as `header`; without `=` it is a file that is read and sent (`curl -b`)                             |
 * | `upload`       | `reads`, and sent; `-` is standard input                                                            |
 * | `code`         | shell code that runs; analysed                                                                      |
 * | `keyed-code`   | shell code behind `scripts.NAME=`, as if it ran (`npm pkg set`)                                     |
 * | `program`      | code in the language of the row's `lang`: `executes` from `inline`, scanned where we can            |
 * | `script`       | path of a file that runs as code in `lang`: a `read` and `executes` from `file`                     |
 * | `ftp`          | commands of `ftp` and its like: files that are put are read and sent                                |
 * | `sql`          | SQL statements: `db.destroy`, `db.write`, or nothing when they only select                          |
 * | `cwd`          | directory that the other paths of the command, and what it wraps, are relative to (`git -C`)        |
 * | `env`          | `NAME=value` for what it wraps                                                                      |
 * | `git-config`   | `key=value`: keys that run code give code or `config`-like effects (`alias.x=!cmd`, `core.pager`)   |
 * | `suffix`       | nothing: what the row's `suffixes` are instead (`gzip -S`)                                          |
 * | `ssh-option`   | `Key=value` of `ssh -o`: keys that run code give it                                                 |
 * | `git-config-env` | `key=NAME`: as `git-config` with what the variable holds (`git --config-env`)                    |
 * | `loads`        | a library, or a directory of programs, whose code runs: `opaque-code`                               |
 * | `target`       | nothing: what the row's actions are done to, when it is not the operands                            |
 * | `command`      | a program's name that runs without arguments: analysed like a command of one word                   |
 */
export type Role = (typeof ROLES)[number];
