import type { Language, ReportDocument, SignedFilters } from '@rise/contract';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { ReportService } from '../reports/reports.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { embeddedDocument, limitingFields, signedRows, type Datasets } from './embedded.rules.ts';

export interface OutsideReaderOptions {
  readonly reports: ReportService;
  readonly warehouses: WarehouseService;
}

/** A person without an account, to whom a report is sent. */
export interface OutsideReader {
  readonly actor: TenantActor;
  /** The part of the report that is shown outside. */
  readonly document: ReportDocument;
}

interface OutsideGrant {
  readonly tenantId: string;
  /** Of what sends the report. */
  readonly id: string;
  readonly reportId: string;
  readonly filters: SignedFilters;
  readonly language: Language;
  readonly expiresAt: Date;
}

/**
 * The identity of embeds for a report that is sent: nobody in particular, with the rows of the filters, under all row
 * rules and masks. NOT_FOUND where the report is not published or archived; null where the filters do not limit all of
 * its datasets any more, so that it would show other rows.
 */
export async function outsideReader(
  { reports, warehouses }: OutsideReaderOptions,
  { tenantId, id, reportId, filters, language, expiresAt }: OutsideGrant,
): Promise<OutsideReader | null> {
  const unbound: TenantActor = {
    ...systemIn(tenantId),
    kind: 'embed',
    permissions: new Set(['embed.read'] as const),
    language,
    embed: { id, reportId, filters, page: null, expiresAt, rows: null },
  };
  const { document } = await reports.read(unbound, reportId);
  const { model } = await warehouses.ofRequest(unbound);
  if (!fits(filters, document, model.datasets)) return null;
  const rows = signedRows(filters, document, model.datasets);
  return { actor: { ...unbound, embed: { ...unbound.embed!, rows } }, document: embeddedDocument(document, null) };
}

function fits(filters: SignedFilters, document: ReportDocument, datasets: Datasets): boolean {
  if (Object.keys(filters).length === 0) return false;
  try {
    return signedRows(filters, document, datasets).length > 0;
  } catch (error) {
    if (error instanceof UserError && error.code === 'VALIDATION_FAILED') return false;
    throw error;
  }
}

/** VALIDATION_FAILED, at its field, for filters that do not limit the report; NOT_FOUND for one that shows nothing outside. */
export function requireLimits(filters: SignedFilters, document: ReportDocument, datasets: Datasets): void {
  embeddedDocument(document, null);
  signedRows(filters, document, datasets);
}

export { limitingFields };
