import { createHash } from "node:crypto";

/** A Lua script and its name for EVALSHA. */
export interface Script {
  readonly text: string;
  readonly sha1: string;
}

/*
 * KEYS of both: the value, the lease, the epoch of the scope, the epoch of the partition.
 *
 * A value starts with the epochs under which its question was claimed. A clear sets a new epoch, so that all older
 * values and all questions in flight are void in one step, on every machine.
 */

/**
 * ARGV: owner token, lease in ms, "1" to pass over the value.
 * Gives {"hit", value}, {"own", epochs}, {"held", ms left} or {"refused", error} when Redis takes no writes.
 */
export const claimScript: Script = redisScript(`
local found = redis.call('MGET', KEYS[1], KEYS[3], KEYS[4])
local epochs = (found[2] or '') .. '.' .. (found[3] or '') .. ' '
local value = found[1]
if value and ARGV[3] ~= '1' and string.sub(value, 1, #epochs) == epochs then
  return {'hit', string.sub(value, #epochs + 1)}
end
local left = redis.call('PTTL', KEYS[2])
if left >= 0 then return {'held', left} end
local taken = redis.pcall('SET', KEYS[2], ARGV[1], 'PX', ARGV[2], left == -2 and 'NX' or 'XX')
if type(taken) == 'table' and taken.err then return {'refused', taken.err} end
return {'own', epochs}`);

/**
 * ARGV: owner token, epochs of the claim, value, TTL in ms; an empty value stores nothing.
 * Gives 1 when the value is stored, 0 when its partition was cleared since the claim; fails when Redis takes no writes.
 */
export const settleScript: Script = redisScript(`
local reply = 0
if ARGV[3] ~= '' then
  local found = redis.call('MGET', KEYS[3], KEYS[4])
  if (found[1] or '') .. '.' .. (found[2] or '') .. ' ' == ARGV[2] then
    reply = redis.pcall('SET', KEYS[1], ARGV[2] .. ARGV[3], 'PX', ARGV[4])
  end
end
local owner = redis.pcall('GET', KEYS[2])
if owner == ARGV[1] then redis.pcall('DEL', KEYS[2]) end
if type(reply) == 'table' and reply.err then return reply end
return reply ~= 0 and 1 or 0`);

/** KEYS: a lease. ARGV: owner token, lease in ms. Keeps the lease of a question that is still being asked. */
export const renewScript: Script = redisScript(`
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`);

/** A script that runs in Redis, all at once. */
export function redisScript(text: string): Script {
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}
