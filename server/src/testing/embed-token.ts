import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { seal } from '../kernel/security/keys.ts';

export interface SiteKey {
  readonly id: string;
  readonly secret: string;
}

/** Plants a key of a tenant that allows embedding, found without the guards that tests are about. */
export async function plantSiteKey(database: Database, embedKey: Buffer, tenantId: string): Promise<SiteKey> {
  const key = { id: randomUUID(), secret: randomBytes(32).toString('base64url') };
  await database.withTenant(systemIn(tenantId), async (tx) => {
    await tx.run`
      INSERT INTO tenant_embedding (tenant_id, embedding, public_links) VALUES (${tenantId}, true, true)
      ON CONFLICT (tenant_id) DO UPDATE SET embedding = true, public_links = true`;
    await tx.run`
      INSERT INTO embed_key (tenant_id, id, name, origins, secret)
      VALUES (${tenantId}, ${key.id}, 'Intranet', ${['https://intranet.example.com']}, ${seal(embedKey, key.id, key.secret)})`;
  });
  return key;
}

/** A token as a site signs it; with its claims as they are given, also wrong ones. */
export function signEmbed({ id, secret }: SiteKey, claims: Record<string, unknown>): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return new SignJWT({ exp, ...claims }).setProtectedHeader({ alg: 'HS256', kid: id }).sign(Buffer.from(secret));
}
