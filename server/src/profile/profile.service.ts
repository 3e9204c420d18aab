import { createHash } from 'node:crypto';
import { PROFILE_PICTURE_FILE_BYTES, type Profile } from '@rise/contract';
import { accountOf, type Actor } from '../kernel/actor.ts';
import type { RowStream } from '../kernel/api/api.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import type { PictureReader } from '../report-pictures/report-pictures.service.ts';
import * as sql from './profile.sql.ts';

/** What the portal knows about the signed-in person, and the picture that they uploaded. */
export class ProfileService {
  readonly #database: Database;
  readonly #pictures: PictureReader;

  constructor({ database, pictures }: { database: Database; pictures: PictureReader }) {
    this.#database = database;
    this.#pictures = pictures;
  }

  read(actor: Actor): Promise<Profile> {
    return this.#database.withGlobal(actor, (tx) => profileOf(tx, accountOf(actor)), 'reads');
  }

  /** VALIDATION_FAILED for what is no picture. */
  async setPicture(actor: Actor, data: string): Promise<Profile> {
    const file = Buffer.from(data, 'base64');
    if (file.length > PROFILE_PICTURE_FILE_BYTES)
      throw new UserError('VALIDATION_FAILED', undefined, [
        { field: 'data', message: `Use a file of at most ${PROFILE_PICTURE_FILE_BYTES / 1024 / 1024} MB.` },
      ]);
    const { mediaType, bytes } = await this.#pictures.read(file, 'crops');
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    return this.#change(actor, (tx, account) =>
      sql.putPicture(tx, account, { mediaType, bytes: Buffer.from(bytes), hash }),
    );
  }

  removePicture(actor: Actor): Promise<Profile> {
    return this.#change(actor, sql.deletePicture);
  }

  /** NOT_FOUND for people of other tenants, and for those without a picture. */
  async picture(actor: Actor, id: string): Promise<RowStream> {
    const found = await this.#database.withGlobal(actor, (tx) => sql.findPicture(tx, id, actor), 'reads');
    if (!found) throw notFound();
    return {
      contentType: found.mediaType,
      headers: { 'cache-control': 'private, max-age=86400', 'content-disposition': 'inline' },
      parts: (async function* () {
        yield found.bytes;
        return {};
      })(),
    };
  }

  #change(actor: Actor, change: (tx: GlobalTx, account: string) => Promise<void>): Promise<Profile> {
    const account = accountOf(actor);
    return this.#database.withGlobal(actor, async (tx) => {
      await change(tx, account);
      // Colleagues see it in chat, so their pages are notified.
      const tenants = await sql.listTenantIds(tx, account);
      await publish(tx, { kind: 'chat', to: { tenants }, data: { contactId: account } });
      return profileOf(tx, account);
    });
  }
}

async function profileOf(tx: GlobalTx, account: string): Promise<Profile> {
  const row = await sql.findProfile(tx, account);
  if (!row) throw new UserError('UNAUTHENTICATED');
  const { issuer, lastSignInAt, createdAt, ...profile } = row;
  return {
    ...profile,
    provider: URL.canParse(issuer) ? new URL(issuer).host : issuer,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
