import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { Config } from '../config';
import { createSeal, deriveKey } from '../session/seal';
import type { Redis } from './redis';

export type RedisStore = ReturnType<typeof createRedisStore>;

/** Finds the index and the value of the entry that exists, or else stores a new one under the first name. */
const CLAIM = `
  for index, name in ipairs(KEYS) do
    local value = redis.call('GET', name)
    if value then return { index, value } end
  end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return { 0, '' }
`;

/** Deletes an entry that still has this text. */
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

const claimSchema = v.tuple([v.number(), v.string()]);

/**
 * A store for JSON values and counts in Redis. All entries expire. Names are keyed digests. Values are sealed
 * together with their name, so that nobody with access to Redis can read them or move them to another name (T65).
 *
 * An entry is written under the name of the first of SESSION_KEYS and found under the names of all keys: while keys are
 * rotated, replicas have different first keys. While Redis is unavailable, every function resolves with undefined.
 */
export function createRedisStore(redis: Pick<Redis, 'run'>, sessionKeys: Config['sessionKeys']) {
  const seal = createSeal(sessionKeys, 'redis: values');
  const secretOf = (key: string) => deriveKey(key, 'redis: names');
  const [firstKey, ...otherKeys] = sessionKeys;
  const [firstSecret, otherSecrets] = [secretOf(firstKey), otherKeys.map(secretOf)];

  /** The names of an entry, one for each of SESSION_KEYS. */
  function namesOf(kind: string, key: string): [string, ...string[]] {
    const nameWith = (secret: Uint8Array) =>
      `portal:${kind}:${createHmac('sha256', secret).update(key).digest('base64url')}`;
    return [nameWith(firstSecret), ...otherSecrets.map(nameWith)];
  }

  async function open(text: string, name: string): Promise<unknown> {
    return (await seal.decrypt(text, name))?.value;
  }

  return {
    /** The name of an entry, by the first of SESSION_KEYS. */
    nameOf: (kind: string, key: string) => namesOf(kind, key)[0],

    namesOf,

    /** Stores a value for `ttl` milliseconds, in place of an earlier one. */
    async set(kind: string, key: string, value: unknown, ttl: number): Promise<void> {
      const [name, ...others] = namesOf(kind, key);
      const text = await seal.encrypt(value, name);
      await redis.run(client =>
        Promise.all([
          client.set(name, text, { PX: Math.max(1, Math.ceil(ttl)) }),
          others.length > 0 && client.del(others),
        ]),
      );
    },

    /** A value; undefined if there is none, or none that was sealed for this name. */
    async get(kind: string, key: string): Promise<unknown> {
      const names = namesOf(kind, key);
      const texts = await redis.run(client => client.mGet(names));
      const values = names.map((name, index) => {
        const text = texts?.[index];
        return typeof text === 'string' ? open(text, name) : undefined;
      });
      return (await Promise.all(values)).find(value => value !== undefined);
    },

    /** Stores a value unless one exists, and then returns that one. */
    async claim(
      kind: string,
      key: string,
      value: unknown,
      ttl: number,
    ): Promise<{ readonly value: unknown } | undefined> {
      const names = namesOf(kind, key);
      const text = await seal.encrypt(value, names[0]);
      const answer = await redis.run(client =>
        client.eval(CLAIM, { keys: names, arguments: [text, String(ttl)] }),
      );
      const [index, existing] = v.is(claimSchema, answer) ? answer : [0, ''];
      const name = names[index - 1];
      return name === undefined ? undefined : { value: await open(existing, name) };
    },

    /** Deletes an entry with such a value, unless another replica replaces it at the same time. */
    async release(kind: string, key: string, hasEnded: (value: unknown) => boolean): Promise<void> {
      const names = namesOf(kind, key);
      const texts = await redis.run(client => client.mGet(names));
      for (const [index, name] of names.entries()) {
        const text = texts?.[index];
        if (typeof text !== 'string' || !hasEnded(await open(text, name))) continue;
        await redis.run(client => client.eval(RELEASE, { keys: [name], arguments: [text] }));
      }
    },
  };
}
