import { createHash } from 'node:crypto';
import { LOGO_FILE_BYTES, type Branding, type BrandingChange } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { RowStream } from '../kernel/api/api.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { invalidField, notFound } from '../kernel/errors/user-error.ts';
import type { PictureReader } from '../report-pictures/report-pictures.service.ts';
import { brandingOf } from './branding.rules.ts';
import * as sql from './branding.sql.ts';
import type { LogoRow } from './branding.sql.ts';

export { brandingOf, type StoredBranding } from './branding.rules.ts';
export { findBranding, findLogo } from './branding.sql.ts';

/** What a tenant shows its people: its logo, and the language and theme of those who chose none. */
export class BrandingService {
  readonly #database: Database;
  readonly #pictures: PictureReader;

  constructor({ database, pictures }: { database: Database; pictures: PictureReader }) {
    this.#database = database;
    this.#pictures = pictures;
  }

  async read(actor: TenantActor): Promise<Branding> {
    return brandingOf(await this.#database.withTenant(actor, sql.findBranding, 'reads'));
  }

  /** Omitted ones stay unchanged. Open pages of the tenant follow. */
  async set(actor: TenantActor, change: BrandingChange): Promise<Branding> {
    // A row of `tenant` is written above the tenants only.
    await this.#database.withGlobal(actor, async (tx) => {
      const before = await sql.lockDefaults(tx, actor.tenantId);
      await sql.saveDefaults(tx, actor.tenantId, change);
      actor.record?.note({ before, after: { ...before, ...change } });
      await publish(tx, { kind: 'session', to: { tenants: [actor.tenantId] } });
    });
    return this.read(actor);
  }

  /** VALIDATION_FAILED for what is no picture. */
  async setLogo(actor: TenantActor, data: string): Promise<Branding> {
    return this.putLogo(actor, await this.readLogo(data, 'data'));
  }

  /** A file in base64, encoded again from its pixels; VALIDATION_FAILED, which names `field`, for what is no picture. */
  async readLogo(data: string, field: string): Promise<LogoRow> {
    const file = Buffer.from(data, 'base64');
    if (file.length > LOGO_FILE_BYTES)
      throw invalidField(field, `Use a file of at most ${LOGO_FILE_BYTES / 1024 / 1024} MB.`);
    const { width, height, bytes } = await this.#pictures.read(file, 'fits', field);
    return { hash: createHash('sha256').update(bytes).digest('hex'), width, height, bytes: Buffer.from(bytes) };
  }

  putLogo(actor: TenantActor, logo: LogoRow): Promise<Branding> {
    return this.#changeLogo(actor, (tx) => sql.putLogo(tx, logo));
  }

  removeLogo(actor: TenantActor): Promise<Branding> {
    return this.#changeLogo(actor, sql.deleteLogo);
  }

  /** NOT_FOUND where the tenant has none. */
  async logo(actor: TenantActor): Promise<RowStream> {
    const found = await this.#database.withTenant(actor, sql.findLogo, 'reads');
    if (!found) throw notFound();
    return {
      contentType: 'image/png',
      headers: { 'cache-control': 'private, max-age=86400', 'content-disposition': 'inline' },
      parts: (async function* () {
        yield found.bytes;
        return {};
      })(),
    };
  }

  #changeLogo(actor: TenantActor, change: (tx: TenantTx) => Promise<void>): Promise<Branding> {
    return this.#database.withTenant(actor, async (tx) => {
      const before = await sql.findBranding(tx);
      await change(tx);
      const after = await sql.findBranding(tx);
      actor.record?.note({ before: { logo: before.logo }, after: { logo: after.logo } });
      await publish(tx, { kind: 'session', to: { tenants: [tx.tenantId] } });
      return brandingOf(after);
    });
  }
}
