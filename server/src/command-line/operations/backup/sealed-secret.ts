import { randomBytes, scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { OperatorError } from '../../../kernel/errors/operator-error.ts';
import { seal, unseal } from '../../../kernel/security/keys.ts';

const LEAST_CHARACTERS = 12;
/** Half a second and 128 MB for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const OWNER = 'backup secret';

const sealedSchema = z.object({ salt: z.base64(), sealed: z.base64() });

/** The first line of a file that the operator names. */
export async function readPassphrase(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${file} cannot be read (${error.code}); name a file with the passphrase`, {
      cause: error,
    });
  });
  const [line = ''] = text.split(/\r?\n/);
  if (line.length >= LEAST_CHARACTERS) return line;
  throw new OperatorError(`the passphrase in ${file} is too short; use at least ${LEAST_CHARACTERS} characters`);
}

export function sealSecret(secret: string, passphrase: string): string {
  const salt = randomBytes(16);
  const sealed = seal(keyOf(passphrase, salt), OWNER, secret);
  return `${JSON.stringify({ salt: salt.toString('base64'), sealed: sealed.toString('base64') })}\n`;
}

/** Throws an `OperatorError` for another passphrase. */
export function unsealSecret(text: string, passphrase: string): string {
  const { salt, sealed } = sealedSchema.parse(JSON.parse(text));
  const secret = unseal(keyOf(passphrase, Buffer.from(salt, 'base64')), OWNER, Buffer.from(sealed, 'base64'));
  if (secret !== null) return secret;
  throw new OperatorError('the passphrase is not the one of this backup; name the file with that one');
}

const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase.normalize('NFC'), salt, 32, COST);
