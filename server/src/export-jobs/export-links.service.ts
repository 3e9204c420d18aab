import { EXPORT_LINK_MINUTES, type ExportLink } from '@rise/contract';
import { readAllowed } from '../embedding/allowed.service.ts';
import { accountOf, systemIn, type TenantActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { RowStream } from '../kernel/api/api.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound, nullIfNotFound, UserError } from '../kernel/errors/user-error.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { personNow } from '../sessions/person-now.service.ts';
import { fileOf } from './export-file.ts';
import { readLink, signLink } from './export-link.rules.ts';
import * as sql from './export-jobs.sql.ts';

/** Downloads by links, of one address. */
export const EXPORT_LINKS_PER_HOUR = 120;

export interface ExportLinkOptions {
  readonly database: Database;
  readonly reports: Pick<ReportService, 'read'>;
  /** The portal's public address. */
  readonly publicUrl: URL;
  readonly key: Buffer;
}

/** Links that download one prepared export without signing in, for some minutes. */
export class ExportLinkService {
  readonly #options: ExportLinkOptions;

  constructor(options: ExportLinkOptions) {
    this.#options = options;
  }

  /** NOT_FOUND as the file itself; CONFLICT before it is ready, and where the tenant allows no links. */
  async create(actor: TenantActor, id: string): Promise<ExportLink> {
    const { database, reports, publicUrl, key } = this.#options;
    const { job, allowed } = await database.withTenant(
      actor,
      async (tx) => ({ job: await sql.findExport(tx, accountOf(actor), id), allowed: await readAllowed(tx) }),
      'reads',
    );
    if (!job) throw notFound();
    await reports.read(actor, job.reportId);
    if (!allowed.exportLinks)
      throw new UserError('CONFLICT', 'Your organization allows no download links. Download the file itself.');
    if (job.status !== 'ready') throw new UserError('CONFLICT', 'This export is not ready.');
    const expiresAt = new Date(Math.min(Date.now() + EXPORT_LINK_MINUTES * 60_000, job.expiresAt.getTime()));
    const token = signLink(key, { tenant: actor.tenantId, export: id, expiresAt });
    return {
      url: new URL(`/api/v1/export-downloads/${token}`, publicUrl).href,
      expiresAt: expiresAt.toISOString(),
    };
  }

  /** NOT_FOUND for all that opens nothing, alike: altered, expired, deleted, or of a reader who lost the right to it. */
  async open(token: string, requestId: string): Promise<RowStream> {
    const { database, key } = this.#options;
    const claims = readLink(key, token, new Date());
    if (!claims) throw closed();
    const { tenant, export: id } = claims;
    const found = await database.withTenant(
      systemIn(tenant),
      async (tx) => ({ job: await sql.findLinked(tx, id), allowed: await readAllowed(tx) }),
      'reads',
    );
    const owner = found.job && (await personNow(database, tenant, found.job.accountId));
    const isOpen = owner && found.allowed.exportLinks && (await this.#mayOpen(owner, found.job!.reportId));
    if (!isOpen) {
      await audit(database, systemIn(tenant), { ...RECORD, outcome: 'denied', target: id, requestId });
      throw closed();
    }
    // Before the first byte: what is not recorded is not handed out.
    await audit(database, owner, { ...RECORD, outcome: 'done', target: id, requestId });
    return fileOf(database, owner, found.job!);
  }

  async #mayOpen(owner: TenantActor, report: string): Promise<boolean> {
    if (!owner.permissions.has('report.read')) return false;
    return (await this.#options.reports.read(owner, report).catch(nullIfNotFound)) !== null;
  }
}

const RECORD = { action: 'report.export.download', details: { by: 'link' } } as const;

const closed = (): UserError =>
  new UserError(
    'NOT_FOUND',
    'This link opens no file: it is incomplete, has expired, or the file was deleted. Create another one in the portal.',
  );
