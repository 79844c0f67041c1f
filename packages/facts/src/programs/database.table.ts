import { optionList } from "./option-list.js";
import type { ProgramRow, Usage } from "./program-row.js";

const LOOKS: Usage = { loose: true };
const WRITES: Usage = { loose: true, action: "db.write" };
const DESTROYS: Usage = { loose: true, action: "db.destroy" };

/** Both cases of words: the client does not care. */
const bothCases = (names: string): string => `${names.toLowerCase()},${names.toUpperCase()}`;

const CONNECTION = optionList(
  "-h,--host=host -p,--port= -U,--username= -w,--no-password -W,--password -d,--dbname= -e,--echo --maintenance-db= --if-exists -f,--force -i,--interactive",
);

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
      -E,--echo-hidden -L,--log-file=write -n,--no-readline -o,--output=write -q,--quiet -s,--single-step -S,--single-line -A,--no-align --csv -F,--field-separator= -H,--html
      -P,--pset= -R,--record-separator= -t,--tuples-only -T,--table-attr= -x,--expanded -z,--field-separator-zero -0,--record-separator-zero -h,--host=host -p,--port= -U,--username=
      -w,--no-password -W,--password`),
    lang: "sql",
    when: [{ not: ["-c", "-f", "-l"], executes: "stdin", lang: "sql" }],
    also: [
      { has: ["-o=|*", "-L=|*", "-P=*pager*", ...inOption("-c")], unknown: "opaque-code" },
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
    tests: [
      { run: "psql -d x -c 'drop table y'", actions: ["db.destroy"] },
      { run: "psql -l" },
      { run: "psql x -tAc 'select 1'" },
      { run: "psql -c '\\! rm x'", unknown: ["opaque-code"] },
    ],
  },
  {
    name: ["mysql", "mariadb", "mycli"],
    options:
      optionList(`-e,--execute=sql -h,--host=host -P,--port= -u,--user= -p,--password=? -D,--database= -B,--batch -N,--skip-column-names -s,--silent -t,--table -r,--raw -v,--verbose -vv -vvv -X,--xml -H,--html
      -E,--vertical -f,--force -A,--no-auto-rehash -q,--quick -C,--compress -S,--socket= -b,--no-beep -w,--wait -n,--unbuffered -i,--ignore-spaces -L,--skip-line-numbers -o,--one-database -V -?
      -G,--named-commands -T,--debug-info -U,--safe-updates --i-am-a-dummy --ssl --ssl-mode= --ssl-ca=read --ssl-cert=read --ssl-key=read --protocol= --default-character-set= --delimiter= --connect-timeout= --max-allowed-packet=
      --auto-rehash --column-names --comments --line-numbers --login-path= --show-warnings --local-infile=? --init-command=sql --tee=write --pager=? --prompt= --no-defaults --print-defaults
      --defaults-file= --defaults-extra-file= --defaults-group-suffix= --plugin-dir= --default-auth= --binary-mode --reconnect --sql --js --syslog --enable-cleartext-plugin --skip-ssl`),
    lang: "sql",
    when: [{ not: ["-e", "--print-defaults", "-V"], executes: "stdin", lang: "sql" }],
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
      { run: "mysql -u root -psecret db -e 'delete from x'", actions: ["db.destroy"] },
      { run: "mysql -e 'select 1'" },
      { run: "mysql db < x.sql", reads: ["./x.sql"], executes: ["stdin sql"], unknown: ["opaque-code"] },
    ],
  },
  {
    name: ["sqlite3", "sqlite"],
    style: "single",
    options:
      optionList(`-append -ascii -bail -batch -box -column -cmd=sql -csv -deserialize -echo -escape= -init=script -header -noheader -help -html -interactive -json -jsonl -line -list -lookaside= -markdown -maxsize=
      -memtrace -mmap= -newline= -no-rowid-in-view -nofollow -nullvalue= -pagecache= -pcachetrace -quote -readonly -safe -separator= -stats -table -tabs -unsafe-testing -version -vfs= -zip -A -utf8 -no-utf8`),
    operands: "read sql*",
    lang: "sql",
    when: [
      {
        operand: [
          ".tables*",
          ".schema*",
          ".indexes*",
          ".indices*",
          ".databases",
          ".fullschema*",
          ".dump*",
          ".dbinfo*",
          ".help*",
          ".mode *",
          ".headers *",
          ".show",
          ".stats*",
        ],
        most: 2,
        operands: "read plain",
      },
      { has: ["-version", "-help"] },
      { most: 1, executes: "stdin", lang: "sql" },
    ],
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
      { run: "sqlite3 x.db 'drop table y'", reads: ["./x.db"], actions: ["db.destroy"] },
      { run: "sqlite3 -header -csv x.db 'select 1'", reads: ["./x.db"] },
      { run: "sqlite3 x.db '.shell rm y'", reads: ["./x.db"], unknown: ["opaque-code"] },
      { run: "sqlite3 x.db .tables", reads: ["./x.db"] },
    ],
  },
  {
    name: "duckdb",
    style: "single",
    options:
      optionList(`-append -ascii -bail -batch -box -column -cmd=sql -c=sql -s=sql -csv -echo -f=script -init=script -header -help -html -interactive -json -line -list -markdown -newline= -no-init -no-stdin -noheader -nofollow -nullvalue= -quote
      -readonly -safe -separator= -stats -table -unredacted -unsigned -version -ui -jsonlines -latex -trash -tabs -storage-version= -encryption-key=`),
    operands: "read sql*",
    lang: "sql",
    when: [
      {
        operand: [".tables*", ".schema*", ".indexes*", ".databases", ".dump*", ".help*", ".mode *", ".show"],
        most: 2,
        operands: "read plain",
      },
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
    tests: [
      { run: "duckdb -readonly x.db 'select 1'", reads: ["./x.db"] },
      { run: "duckdb x.db -c 'drop table y'", reads: ["./x.db"], actions: ["db.destroy"] },
    ],
  },
  {
    name: ["sqlcmd", "osql", "isql", "bcp"],
    options:
      optionList(`-Q=sql -q=sql -i=script -o=write -S=host -U= -P= -d= -E -H= -l= -t= -h= -s= -w= -W -a= -b -c= -C -e -f= -F= -g -G -I -j -k= -K= -L -m= -M -N= -p -r= -R -u -v= -V= -x -X= -y= -Y= -z= -Z= -A -D -?
      --query=sql --initial-query=sql --input-file=script --output-file=write --server=host --user-name= --database-name= --use-trusted-connection --authentication-method= --password=`),
    lang: "sql",
    when: [{ not: ["-Q", "-q", "-i", "-L", "-?"], executes: "stdin", lang: "sql" }],
    also: [
      {
        has: ["-Q=*xp_cmdshell*", "-q=*xp_cmdshell*", "-Q=*!!*", "-Q=*:*r *", "-Q=*OPENROWSET*", "-q=*:*"],
        unknown: "opaque-code",
      },
    ],
    tests: [
      { run: "sqlcmd -S h.example -Q 'select 1'", network: ["both http://h.example"] },
      { run: "sqlcmd -Q 'drop table x'", actions: ["db.destroy"] },
    ],
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
  {
    name: ["redis-cli", "valkey-cli", "keydb-cli"],
    style: "posix",
    options:
      optionList(`-h=host -p= -t= -s= -a= --user= --pass= --askpass -u=url -r= -i= -n= -2 -3 -x -X= -d= -D= -c -e -4 -6 --tls --sni= --cacert=read --cacertdir= --insecure --cert=read --key=read --raw --no-raw --quoted-input --csv --json
      --stat --latency --latency-history --latency-dist --lru-test= --replica --rdb=write --functions-rdb=write --pipe --pipe-timeout= --bigkeys --memkeys --memkeys-samples= --hotkeys --scan --pattern= --quoted-pattern= --count=
      --cursor= --intrinsic-latency= --eval=script --ldb --ldb-sync-mode --cluster= --verbose --no-auth-warning --tls-ciphers= --keystats`),
    lang: "lua",
    when: [
      {
        has: [
          "--scan",
          "--bigkeys",
          "--memkeys",
          "--hotkeys",
          "--stat",
          "--latency",
          "--latency-history",
          "--latency-dist",
          "--rdb",
          "--functions-rdb",
          "--keystats",
        ],
      },
      {
        has: ["--eval", "--cluster", "--pipe", "--lru-test", "-x", "-X"],
        action: "db.write",
        unknown: "opaque-code",
      },
      { most: 0, unknown: "opaque-code" },
    ],
    commands: {
      [bothCases(
        "get,mget,getrange,strlen,exists,type,ttl,pttl,keys,scan,info,dbsize,ping,echo,time,lastsave,hget,hmget,hgetall,hkeys,hvals,hlen,hexists,hscan,hstrlen,lrange,llen,lindex,lpos,smembers,scard,sismember,smismember,srandmember,sscan,sunion,sinter,sdiff,zrange,zrangebyscore,zrevrange,zcard,zscore,zmscore,zcount,zrank,zrevrank,zscan,xlen,xrange,xrevrange,xread,xinfo,getbit,bitcount,bitpos,object,randomkey,dump,memory,slowlog,command,role,pubsub,lolwut,geopos,geodist,geohash,geosearch,pfcount,monitor,subscribe,psubscribe,expiretime,auth,select,hello,wait",
      )]: LOOKS,
      [bothCases(
        "flushall,flushdb,del,unlink,hdel,lrem,ltrim,srem,spop,zrem,zremrangebyscore,zremrangebyrank,xdel,xtrim,swapdb,getdel,lpop,rpop,expire,pexpire,expireat",
      )]: DESTROYS,
      [bothCases(
        "set,setex,setnx,psetex,mset,msetnx,append,incr,incrby,incrbyfloat,decr,decrby,getset,getex,setrange,hset,hmset,hsetnx,hincrby,lpush,rpush,lpushx,rpushx,lset,linsert,lmove,rpoplpush,sadd,smove,zadd,zincrby,xadd,xgroup,xack,persist,rename,renamenx,copy,move,publish,setbit,bitop,pfadd,pfmerge,geoadd,restore,touch,save,bgsave,bgrewriteaof,sort",
      )]: WRITES,
      [bothCases("config")]: {
        commands: {
          [bothCases("get,help")]: LOOKS,
          [bothCases("set,rewrite,resetstat")]: { loose: true, action: "db.write", unknown: "opaque-file" },
        },
      },
      [bothCases("client,cluster,acl,latency")]: {
        loose: true,
        commands: {
          [bothCases("list,info,getname,id,nodes,slots,shards,whoami,cat,users,doctor,latest,history")]:
            LOOKS,
        },
        action: "db.write",
      },
      [bothCases("shutdown,failover,replicaof,slaveof")]: {
        loose: true,
        action: ["service.stop", "db.destroy"],
      },
      [bothCases("eval,evalsha,script,function,fcall,module,debug,migrate,multi,exec")]: {
        loose: true,
        action: "db.write",
        unknown: "opaque-code",
      },
    },
    tests: [
      { run: "redis-cli -n 1 get x" },
      { run: "redis-cli FLUSHALL", actions: ["db.destroy"] },
      { run: "redis-cli set a b", actions: ["db.write"] },
    ],
  },
  {
    name: ["dropdb", "dropuser"],
    options: CONNECTION,
    action: "db.destroy",
    tests: [{ run: "dropdb --if-exists x", actions: ["db.destroy"] }],
  },
  {
    name: [
      "createdb",
      "createuser",
      "vacuumdb",
      "reindexdb",
      "clusterdb",
      "pg_ctl",
      "initdb",
      "pg_resetwal",
      "pgbench",
      "pg_upgrade",
      "pg_basebackup",
      "pg_ctlcluster",
    ],
    loose: true,
    action: "db.write",
    tests: [{ run: "createdb x", actions: ["db.write"] }],
  },
  { name: ["pg_isready", "pg_lsclusters", "pg_config"], loose: true, tests: [{ run: "pg_isready" }] },
  {
    name: ["pg_dump", "pg_dumpall"],
    options:
      optionList(`-d,--dbname= -f,--file=write -F,--format= -j,--jobs= -v,--verbose -Z,--compress= --lock-wait-timeout= --no-sync -a,--data-only -b,--large-objects -B -c,--clean -C,--create -e,--extension= -E,--encoding= -n,--schema=
      -N,--exclude-schema= -O,--no-owner -s,--schema-only -S,--superuser= -t,--table= -T,--exclude-table= -x,--no-privileges --inserts --column-inserts --disable-triggers --if-exists --no-comments --section= -h,--host=host -p,--port= -U,--username=
      -w,--no-password -W,--password --role= -g,--globals-only -r,--roles-only -l,--database= --exclude-database= --exclude-table-data= --rows-per-insert= --on-conflict-do-nothing --quote-all-identifiers --snapshot= --strict-names`),
    tests: [{ run: "pg_dump -t x -f out.sql db", writes: ["./out.sql"] }],
  },
  {
    name: ["pg_restore"],
    loose: true,
    options: [
      "-d,--dbname=",
      "-f,--file=write",
      "-l,--list",
      "-c,--clean",
      "-h,--host=host",
      "-U,--username=",
      "-p,--port=",
      "-j,--jobs=",
      "-L,--use-list=read",
      "-n,--schema=",
      "-t,--table=",
      "-F,--format=",
    ],
    operands: "read",
    action: "db.write",
    when: [
      { has: ["-l"], action: [] },
      { has: ["-c"], action: "db.destroy" },
    ],
    tests: [{ run: "pg_restore -c -d x y.dump", reads: ["./y.dump"], actions: ["db.destroy"] }],
  },
  {
    name: ["mysqldump", "mariadb-dump", "mongodump", "mongoexport", "redis-dump"],
    loose: true,
    options: optionList(
      "-r,--result-file=write -T,--tab=write -h,--host=host -u,--user= -p,--password=? -P,--port= -o,--out=write --archive=? --uri= -d,--db= -c,--collection= -q,--query= --databases --all-databases -A --single-transaction -w,--where= -F,--flush-logs --delete-master-logs",
    ),
    also: [{ has: ["-F", "--archive"], action: "db.write" }],
    tests: [{ run: "mysqldump -u root -r out.sql db", writes: ["./out.sql"] }],
  },
  {
    name: ["mysqladmin", "mariadb-admin"],
    loose: true,
    options: optionList(
      "-h,--host=host -u,--user= -p,--password=? -P,--port= -i,--sleep= -c,--count= -S,--socket= -f,--force -s,--silent -w,--wait=?",
    ),
    action: "db.write",
    when: [
      { operand: ["drop", "shutdown", "kill", "reload"], action: "db.destroy" },
      {
        operand: ["status", "extended-status", "ping", "processlist", "variables", "version"],
        most: 1,
        action: [],
      },
    ],
    tests: [{ run: "mysqladmin -f drop x", actions: ["db.destroy"] }, { run: "mysqladmin status" }],
  },
  {
    name: [
      "mongorestore",
      "mongoimport",
      "mysqlimport",
      "mysqlcheck",
      "mysql_upgrade",
      "mysql_secure_installation",
      "influxd",
    ],
    loose: true,
    action: "db.write",
    options: ["--drop", "--uri=", "-d,--db=", "-c,--collection=", "--file=read"],
    when: [{ has: ["--drop"], action: "db.destroy" }],
    tests: [{ run: "mongorestore --drop dump", actions: ["db.destroy"] }],
  },
  {
    name: [
      "dbt",
      "alembic",
      "flyway",
      "liquibase",
      "prisma",
      "knex",
      "typeorm",
      "sequelize",
      "goose",
      "migrate",
      "sqlx",
      "diesel",
      "atlas",
    ],
    loose: true,
    unknown: "opaque-file",
    action: "db.write",
    when: [
      {
        operand: [
          "reset",
          "drop",
          "clean",
          "drop-all",
          "dropAll",
          "undo",
          "rollback",
          "revert",
          "downgrade",
          "down",
          "fresh",
          "migrate:fresh",
          "migrate:reset",
        ],
        action: "db.destroy",
      },
      {
        operand: [
          "status",
          "info",
          "history",
          "current",
          "validate",
          "format",
          "version",
          "heads",
          "list",
          "ls",
        ],
        most: 2,
        action: [],
      },
    ],
    tests: [{ run: "prisma migrate reset", actions: ["db.destroy"], unknown: ["opaque-file"] }],
  },
];
