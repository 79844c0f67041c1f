import { type RedisScript, redisScript } from "@gatehouse-hooks/cache/redis";

/*
 * A yes counts only while the Redis that it was given to runs: one that starts again from what it had written down may have forgotten
 * that the yes was used. `run_id` is new at each start.
 */
const RUN = "local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')";

/*
 * Whether a record is over is told by the servers' clock, which `ARGV[5]` is: by Redis's own, a record might be kept that no server counts.
 */
const OVER = `local function over(record, now)
  local well, was = pcall(cjson.decode, string.match(record, '^%S+ ([^\\n]*)') or '')
  return not well or type(was) ~= 'table' or (tonumber(was.expires) or 0) <= now
end`;

/**
 * KEYS: the record of a call, the pointer from an id to it, the tenant's ids that wait.
 * ARGV: id, record, name of the first key, expires, now, most that wait. Gives the record that counts, or `full`.
 */
export const askScript: RedisScript = redisScript(`
${RUN}
${OVER}
local known = redis.call('GET', KEYS[1])
if known and not over(known, tonumber(ARGV[5])) then
  local given = string.match(known, '\\n(%x+)$')
  if not given or given == run then return known end
end
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[5])
if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[6]) then return 'full' end
redis.call('SET', KEYS[1], ARGV[2], 'PXAT', ARGV[4])
redis.call('SET', KEYS[2], ARGV[3], 'PXAT', ARGV[4])
redis.call('ZADD', KEYS[3], ARGV[4], ARGV[1])
return ARGV[2]`);

/** KEYS: as above. ARGV: id, the record as it was, the record as it is, expires. Gives 1, or 0 where it was another record. */
export const answerScript: RedisScript = redisScript(`
${RUN}
if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[3] .. '\\n' .. run, 'PXAT', ARGV[4])
redis.call('PEXPIREAT', KEYS[2], ARGV[4])
redis.call('ZREM', KEYS[3], ARGV[1])
return 1`);

/**
 * KEYS: the record of a call, the pointer to it, the mark that it was used. ARGV: the record, expires. Gives 1 to the one that used it, 0 to
 * all others, also where the record is put back.
 */
export const useScript: RedisScript = redisScript(`
${RUN}
if redis.call('GET', KEYS[1]) ~= ARGV[1] .. '\\n' .. run then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
if not redis.call('SET', KEYS[3], '1', 'NX', 'PXAT', ARGV[2]) then return 0 end
return 1`);
