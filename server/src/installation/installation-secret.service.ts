import { SYSTEM } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { OperatorError } from '../kernel/errors/operator-error.ts';
import { fingerprintOf } from '../kernel/security/keys.ts';
import { keepFingerprint, replaceFingerprint } from './installation.sql.ts';

/**
 * All servers of an installation have one secret: with another, a server would read neither the sessions of the others
 * nor what they have sealed, and limits would count its uses apart. The first server stores the secret's fingerprint.
 */
export async function requireSameSecret(database: Database, secret: string): Promise<void> {
  const own = fingerprintOf(secret);
  const stored = await database.withGlobal(SYSTEM, (tx) => keepFingerprint(tx, own));
  if (stored === own) return;
  throw new OperatorError(
    `the secret of this server (fingerprint ${own}) is not that of the installation (${stored}); set SESSION_SECRET to the one that the other servers have (without it: secrets/session of the data directory). To replace it in the whole installation, stop all servers and run 'npm run rise -- secret accept' with the new one: everyone signs in again, and passwords of warehouses, webhooks and embedding have to be entered again`,
  );
}

/** Makes a secret that of the installation. Returns its fingerprint. */
export async function acceptSecret(database: Database, secret: string, operator: string): Promise<string> {
  const fingerprint = fingerprintOf(secret);
  await database.withGlobal(SYSTEM, async (tx) => {
    await replaceFingerprint(tx, fingerprint);
    await writeRecord(tx, SYSTEM, {
      action: 'installation.accept-secret',
      outcome: 'done',
      details: { operator, fingerprint },
    });
  });
  return fingerprint;
}

/** After a restore: which secret it goes on with was decided there. */
export async function forgetSecret(database: Database): Promise<void> {
  await database.withGlobal(SYSTEM, (tx) => replaceFingerprint(tx, null));
}
