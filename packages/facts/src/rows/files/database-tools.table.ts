import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const WRITES: ProgramUsage = { loose: true, action: "db.write" };
const DESTROYS: ProgramUsage = { loose: true, action: "db.destroy" };

/** Both cases of words: the client does not care. */
const bothCases = (names: string): string => `${names.toLowerCase()},${names.toUpperCase()}`;

const CONNECTION = optionList(
  "-h,--host=host -p,--port= -U,--username= -w,--no-password -W,--password -d,--dbname= -e,--echo --maintenance-db= --if-exists -f,--force -i,--interactive",
);

/** Key-value stores, dumps and migrations of databases. */
export const DATABASE_TOOL_PROGRAMS: readonly ProgramRow[] = [
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
    tests: [{ run: "mysqladmin -f drop x", actions: ["db.destroy"] }],
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
      "dbmate",
      "sequelize-cli",
    ],
    loose: true,
    options: ["--force-reset", "--accept-data-loss"],
    unknown: "opaque-file",
    action: "db.write",
    when: [
      { has: ["--force-reset", "--accept-data-loss"], action: "db.destroy" },
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
          "migrate:rollback",
          "schema:drop",
          "db:drop",
          "db:seed:undo*",
          "db:migrate:undo*",
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
