import { optionList } from "../../programs/option-list.js";
import type { ProgramRow } from "../../programs/program-row.js";

/** Statements that reach files or programs through the server or the client. */
const REACHES_OUT = [
  "*program*",
  "*PROGRAM*",
  "*Program*",
  "*writefile*",
  "*load_extension*",
  "*outfile*",
  "*OUTFILE*",
  "*dumpfile*",
  "*lo_export*",
  "*lo_import*",
  "*xp_cmdshell*",
  "*edit(*",
  "*pg_read_*",
  "*load_file*",
  "*LOAD_FILE*",
  "*infile*",
  "*INFILE*",
];

const inOption = (option: string): readonly string[] => REACHES_OUT.map((pattern) => `${option}=${pattern}`);

/** Databases and their command lines. */
export const DATABASE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["psql", "cockroach-sql", "pgcli"],
    options:
      optionList(`-c,--command=sql -d,--dbname= -f,--file=script -l,--list -v,--set,--variable= -V -X,--no-psqlrc -1,--single-transaction -a,--echo-all -b,--echo-errors -e,--echo-queries
      -E,--echo-hidden -L,--log-file=write -n,--no-readline -o,--output=piped -q,--quiet -s,--single-step -S,--single-line -A,--no-align --csv -F,--field-separator= -H,--html
      -P,--pset= -R,--record-separator= -t,--tuples-only -T,--table-attr= -x,--expanded -z,--field-separator-zero -0,--record-separator-zero -h,--host=host -p,--port= -U,--username=
      -w,--no-password -W,--password`),
    lang: "sql",
    when: [{ not: ["-c", "-f", "-l", "-V"], executes: "stdin", lang: "sql" }],
    also: [
      { has: ["-L=|*", "-P=*pager*", ...inOption("-c")], unknown: "opaque-code" },
      {
        has: [
          "-c=*\\!*",
          "-c=*\\o*",
          "-c=*\\c*",
          "-c=*\\g*",
          "-c=*\\w*",
          "-c=*\\i*",
          "-c=*\\e*",
          "-c=*\\s*",
          "-c=*\\lo*",
        ],
        unknown: "opaque-code",
      },
    ],
    variables: [
      "PAGER=code",
      "PSQL_PAGER=code",
      "PSQLRC=read",
      "PSQL_EDITOR=code",
      "PGHOST",
      "PGSERVICEFILE",
      "PGPASSFILE",
    ],
    tests: [{ run: "psql -d x -c 'drop table y'", actions: ["db.destroy"] }],
  },
  {
    name: ["mysql", "mariadb", "mycli"],
    options:
      optionList(`-e,--execute=sql -h,--host=host -P,--port= -u,--user= -p,--password=? -D,--database= -B,--batch -N,--skip-column-names -s,--silent -t,--table -r,--raw -v,--verbose -vv -vvv -X,--xml -H,--html
      -E,--vertical -f,--force -A,--no-auto-rehash -q,--quick -C,--compress -S,--socket= -b,--no-beep -w,--wait -n,--unbuffered -i,--ignore-spaces -L,--skip-line-numbers -o,--one-database -V -?
      -G,--named-commands -T,--debug-info -U,--safe-updates --i-am-a-dummy --ssl --ssl-mode= --ssl-ca=read --ssl-cert=read --ssl-key=read --protocol= --default-character-set= --delimiter= --connect-timeout= --max-allowed-packet=
      --auto-rehash --column-names --comments --line-numbers --login-path= --show-warnings --local-infile=? --init-command=sql --tee=write --pager=?code --prompt= --no-defaults --print-defaults
      --defaults-file= --defaults-extra-file= --defaults-group-suffix= --plugin-dir= --default-auth= --binary-mode --reconnect --sql --js --syslog --enable-cleartext-plugin --skip-ssl`),
    lang: "sql",
    when: [{ not: ["-e", "--print-defaults", "-V", "-?"], executes: "stdin", lang: "sql" }],
    also: [
      {
        has: [
          "--pager",
          "--defaults-file",
          "--defaults-extra-file",
          "--plugin-dir",
          "--local-infile",
          ...inOption("-e"),
        ],
        unknown: "opaque-code",
      },
      {
        has: [
          "-e=*\\!*",
          "-e=*\\T*",
          "-e=*\\P*",
          "-e=*\\.*",
          "-e=*system *",
          "-e=*source *",
          "-e=*pager*",
          "-e=*tee *",
          "-e=*\\e*",
        ],
        unknown: "opaque-code",
      },
    ],
    variables: ["PAGER=code", "EDITOR=code", "MYSQL_HOST", "MYSQL_HOME"],
    tests: [
      {
        run: "mysql db < x.sql",
        reads: ["./x.sql"],
        executes: ["stdin sql", "file sql"],
        unknown: ["opaque-file"],
      },
      { run: "mysql -u root -psecret db -e 'delete from x'", actions: ["db.destroy"] },
    ],
  },
  {
    name: ["sqlite3", "sqlite"],
    style: "single",
    options:
      optionList(`-append -ascii -bail -batch -box -column -cmd=sql -csv -deserialize -echo -escape= -init=script -header -noheader -help -html -interactive -json -jsonl -line -list -lookaside= -markdown -maxsize=
      -memtrace -mmap= -newline= -no-rowid-in-view -nofollow -nullvalue= -pagecache= -pcachetrace -quote -readonly -safe -separator= -stats -table -tabs -unsafe-testing -version -vfs= -zip -A -utf8 -no-utf8`),
    operands: "database sql*",
    lang: "sql",
    when: [{ has: ["-version", "-help"] }, { most: 1, executes: "stdin", lang: "sql" }],
    also: [
      {
        operand: [
          ".shell*",
          ".sh*",
          ".sys*",
          ".out*",
          ".o*",
          ".once*",
          ".imp*",
          ".load*",
          ".read*",
          ".r*",
          ".save*",
          ".backup*",
          ".b*",
          ".open*",
          ".cd*",
          ".log*",
          ".ar*",
          ".clone*",
          ".recover*",
          ".trace*",
          ".excel*",
          ".w*",
          ".res*",
          "*\n.*",
          ...REACHES_OUT,
          "*attach*",
          "*ATTACH*",
        ],
        unknown: "opaque-code",
      },
      { has: ["-cmd=.*", "-A", ...inOption("-cmd")], unknown: "opaque-code" },
    ],
    tests: [
      { run: "sqlite3 x.db 'drop table y'", reads: ["./x.db"], writes: ["./x.db"], actions: ["db.destroy"] },
    ],
  },
  {
    name: "duckdb",
    style: "single",
    options:
      optionList(`-append -ascii -bail -batch -box -column -cmd=sql -c=sql -s=sql -csv -echo -f=script -init=script -header -help -html -interactive -json -line -list -markdown -newline= -no-init -no-stdin -noheader -nofollow -nullvalue= -quote
      -readonly -safe -separator= -stats -table -unredacted -unsigned -version -ui -jsonlines -latex -trash -tabs -storage-version= -encryption-key=`),
    operands: "database sql*",
    lang: "sql",
    when: [
      { has: ["-version", "-help"] },
      { has: ["-c", "-s", "-f"] },
      { most: 1, executes: "stdin", lang: "sql" },
    ],
    also: [
      {
        operand: [
          ".sh*",
          ".sys*",
          ".out*",
          ".o*",
          ".imp*",
          ".load*",
          ".read*",
          ".save*",
          ".backup*",
          ".open*",
          ".cd*",
          ".log*",
          ...REACHES_OUT,
          "*attach*",
          "*ATTACH*",
          "*install*",
          "*INSTALL*",
          "*copy*",
          "*COPY*",
          "*export*",
          "*import*",
          "*IMPORT*",
          "*EXPORT*",
        ],
        unknown: "opaque-code",
      },
      {
        has: [
          "-c=.*",
          "-s=.*",
          "-cmd=.*",
          "-ui",
          "-unsigned",
          "-c=*copy*",
          "-c=*COPY*",
          "-s=*copy*",
          "-s=*COPY*",
          "-c=*install*",
          "-c=*INSTALL*",
          "-c=*attach*",
          "-c=*ATTACH*",
          "-c=*export*",
          "-c=*EXPORT*",
        ],
        unknown: "opaque-code",
      },
    ],
    tests: [{ run: "duckdb -readonly x.db 'select 1'", reads: ["./x.db"] }],
  },
  {
    name: ["sqlcmd", "osql", "isql", "bcp"],
    options: optionList(
      `-Q,--query=sql -q,--initial-query=sql -i,--input-file=script -o,--output-file=write -S,--server=host -U,--user-name= -P,--password= -d,--database-name= -E --text=sql -H= -l= -t= -h= -s= -w= -W -a= -b -c= -C -e -f= -F= -g -G -I -j -k= -K= -L -m= -M -N= -p -r= -R -u -v= -V= -x -X= -y= -Y= -z= -Z= -A -D -? --use-trusted-connection --authentication-method=`,
    ),
    lang: "sql",
    when: [{ not: ["-Q", "-q", "-i", "-L", "-?", "--text"], executes: "stdin", lang: "sql" }],
    also: [
      {
        has: ["-Q=*xp_cmdshell*", "-q=*xp_cmdshell*", "-Q=*!!*", "-Q=*:*r *", "-Q=*OPENROWSET*", "-q=*:*"],
        unknown: "opaque-code",
      },
    ],
    tests: [{ run: "sqlcmd -S h.example -Q 'select 1'", network: ["both tcp://h.example"] }],
  },
  {
    name: [
      "clickhouse-client",
      "clickhouse",
      "cqlsh",
      "snowsql",
      "snow",
      "usql",
      "trino",
      "presto",
      "spark-sql",
      "beeline",
      "hive",
      "impala-shell",
      "influx",
      "cypher-shell",
    ],
    options: optionList(
      "-q,--query=sql -e,--execute=sql -f,--file=script -h,--host=host -p,--port= -u,--user= -d,--database= -o,--output= --multiquery -n --format= --server=host --catalog= --schema= --password= -k,--keyspace=",
    ),
    lang: "sql",
    operands: "host",
    when: [{ not: ["-q", "-e", "-f"], unknown: "opaque-code" }],
    tests: [{ run: "clickhouse-client -q 'drop table x'", actions: ["db.destroy"] }],
  },
  {
    name: ["mongosh", "mongo"],
    options:
      optionList(`--eval=program -f,--file=script -h,--host=host -p,--password= -u,--username= --port= --quiet --norc --nodb --shell --json=? --authenticationDatabase= --authenticationMechanism= --tls --ssl
      --tlsCAFile=read --tlsCertificateKeyFile=read --retryWrites --verbose --apiVersion= --jsContext= --awsIamSessionToken=`),
    operands: "url script*",
    lang: "mongo",
    when: [{ not: ["--eval", "-f"], most: 1, executes: "stdin", lang: "mongo" }],
    also: [
      { has: ["--eval=*drop*", "--eval=*deleteMany({})*", "--eval=*remove({})*"], action: "db.destroy" },
    ],
    tests: [
      {
        run: "mongosh --eval 'db.dropDatabase()'",
        executes: ["inline mongo"],
        actions: ["db.destroy"],
        unknown: ["opaque-code"],
      },
    ],
  },
];
