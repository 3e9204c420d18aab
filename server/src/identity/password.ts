import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const COST = 16_384;
const LENGTH = 32;

/** `salt:hash` of a password, both in base64url: scrypt with N = 16384, r = 8, p = 1. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}:${(await derive(password, salt)).toString('base64url')}`;
}

/** Takes the same time for a wrong password, for the right one, and without a hash (null). */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [salt = '', hash = ''] = (stored ?? NOBODY).split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url')) && stored !== null;
}

const NOBODY = `${Buffer.alloc(16).toString('base64url')}:${Buffer.alloc(LENGTH).toString('base64url')}`;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, LENGTH, { N: COST }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
