import { randomBytes, randomUUID } from 'node:crypto';
import type { EmbeddingSettings, EmbedKey, ReportLink, ReportSharing, SignedFilters } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { seal } from '../kernel/security/keys.ts';
import { authorOf } from '../models/author.service.ts';
import { requireReport, type OpenReport } from '../reports/report-documents.service.ts';
import { hashSecret, newSecret } from '../sessions/sessions.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { embeddedDocument, limitingFields, signedRows } from './embedded.rules.ts';
import * as sql from './embedding.sql.ts';

const MAX_KEYS = 50;
/** Of one report, expired and revoked ones apart. */
const MAX_LINKS = 50;
/** As long as what HS256 makes of it. */
const SECRET_BYTES = 32;

/** The page of a public link; its secret is the fragment, which no server and no other site sees. */
const LINK_PAGE = '/public';

export interface EmbeddingOptions {
  readonly database: Database;
  readonly warehouses: WarehouseService;
  /** The key under which the secrets of keys are sealed. */
  readonly embedKey: Buffer;
}

/** What a tenant shows outside of the portal: whether it does at all, the keys of sites, and public links. */
export class EmbeddingService {
  readonly #options: EmbeddingOptions;
  readonly #database: Database;

  constructor(options: EmbeddingOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  settings(actor: TenantActor): Promise<EmbeddingSettings> {
    return this.#database.withTenant(actor, readSettings, 'reads');
  }

  change(
    actor: TenantActor,
    allowed: { embedding?: boolean; publicLinks?: boolean; exportLinks?: boolean },
  ): Promise<EmbeddingSettings> {
    return this.#database.withTenant(actor, async (tx) => {
      actor.record?.note({ before: await sql.readAllowed(tx), after: allowed });
      await sql.putAllowed(tx, allowed);
      return readSettings(tx);
    });
  }

  /** CONFLICT where there are too many. The secret is returned once, and stored sealed. */
  async createKey(
    actor: TenantActor,
    { name, origins }: { name: string; origins: readonly string[] },
  ): Promise<{ key: EmbedKey; secret: string }> {
    const createdBy = await authorOf(this.#database, actor);
    const id = randomUUID();
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const sealed = seal(this.#options.embedKey, id, secret);
    return this.#database.withTenant(actor, async (tx) => {
      await sql.lockEmbedding(tx);
      if ((await sql.listKeys(tx)).length >= MAX_KEYS)
        throw new UserError('CONFLICT', `There can be ${MAX_KEYS} keys at most. Revoke one first.`);
      actor.record?.note({}, id);
      const row = await sql.insertKey(tx, { id, name, origins: [...new Set(origins)], secret: sealed, createdBy });
      return { key: toKey(row), secret };
    });
  }

  /** NOT_FOUND for a key that was revoked. */
  changeKey(actor: TenantActor, id: string, origins: readonly string[]): Promise<EmbeddingSettings> {
    return this.#database.withTenant(actor, async (tx) => {
      if ((await sql.saveOrigins(tx, id, [...new Set(origins)])) === 0) throw notFound();
      return readSettings(tx);
    });
  }

  revokeKey(actor: TenantActor, id: string): Promise<EmbeddingSettings> {
    return this.#database.withTenant(actor, async (tx) => {
      if ((await sql.revokeKey(tx, id)) === 0) throw notFound();
      return readSettings(tx);
    });
  }

  /** How a report can be shown outside. NOT_FOUND for those who may neither link to it nor administer keys. */
  sharing(actor: TenantActor, report: string): Promise<ReportSharing> {
    return this.#database.withTenant(
      actor,
      async (tx) => this.#sharingOf(tx, actor, report, await requireReport(tx, actor, report)),
      'reads',
    );
  }

  /** CONFLICT where the tenant allows no public links; VALIDATION_FAILED for filters that do not fit the report. */
  async createLink(
    actor: TenantActor,
    report: string,
    { name, filters, days }: { name: string; filters: SignedFilters; days: number },
  ): Promise<{ link: ReportLink; path: string }> {
    const createdBy = await authorOf(this.#database, actor);
    const secret = `rise_link_${newSecret()}`;
    const row = await this.#database.withTenant(actor, async (tx) => {
      const open = await requireReport(tx, actor, report);
      if (!open.canManage) throw notFound();
      if (!(await sql.readAllowed(tx)).publicLinks)
        throw new UserError('CONFLICT', 'Public links are off. An administrator can turn them on.');
      if (!open.isPublished) throw new UserError('CONFLICT', 'Publish the report first.');
      const warehouse = await this.#options.warehouses.find(tx);
      // What nobody could open is refused here, with the field's name.
      embeddedDocument(open.document, null);
      if (warehouse) signedRows(filters, open.document, warehouse.model.datasets);
      await sql.lockEmbedding(tx);
      if ((await sql.listLinks(tx, report)).length >= MAX_LINKS)
        throw new UserError(
          'CONFLICT',
          `There can be ${MAX_LINKS} public links to a report at most. Revoke one first.`,
        );
      return sql.insertLink(tx, report, { name, filters, days, hash: hashSecret(secret), createdBy });
    });
    return { link: toLink(row), path: `${LINK_PAGE}#${secret}` };
  }

  revokeLink(actor: TenantActor, report: string, link: string): Promise<ReportSharing> {
    return this.#database.withTenant(actor, async (tx) => {
      const open = await requireReport(tx, actor, report);
      if (!open.canManage || (await sql.revokeLink(tx, report, link)) === 0) throw notFound();
      return this.#sharingOf(tx, actor, report, open);
    });
  }

  async #sharingOf(tx: TenantTx, actor: TenantActor, report: string, open: OpenReport): Promise<ReportSharing> {
    const can = { link: open.canManage, administer: actor.permissions.has('tenant.administer') };
    if (!can.link && !can.administer) throw notFound();
    const [allowed, links, keys, warehouse] = await Promise.all([
      sql.readAllowed(tx),
      sql.listLinks(tx, report),
      can.administer ? sql.listKeys(tx) : [],
      this.#options.warehouses.find(tx),
    ]);
    return {
      ...allowed,
      links: links.map(toLink),
      keys: keys.map(({ id, name, origins }) => ({ id, name, origins })),
      fields: warehouse ? limitingFields(open.document, warehouse.model.datasets) : [],
      can,
    };
  }
}

async function readSettings(tx: TenantTx): Promise<EmbeddingSettings> {
  const [allowed, keys] = await Promise.all([sql.readAllowed(tx), sql.listKeys(tx)]);
  return { ...allowed, keys: keys.map(toKey) };
}

const toKey = ({ createdAt, lastUsedAt, ...key }: sql.KeyRow): EmbedKey => ({
  ...key,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const toLink = ({ createdAt, lastUsedAt, expiresAt, ...link }: sql.LinkRow): ReportLink => ({
  ...link,
  expiresAt: expiresAt.toISOString(),
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
