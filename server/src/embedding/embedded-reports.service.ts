import {
  aggregateQuery,
  type AggregateQuery,
  type EmbeddedChoice,
  type EmbeddedReport,
  type Filter,
  type ReportDocument,
  type ReportState,
  type ReportSubject,
  type StoredPicture,
} from '@rise/contract';
import type { EmbedGrant, TenantActor } from '../kernel/actor.ts';
import type { JsonText } from '../kernel/api/api.ts';
import type { Database } from '../kernel/database/database.ts';
import { invalidField, notFound } from '../kernel/errors/user-error.ts';
import type { QueryService } from '../query/query.service.ts';
import { imagesOf, pictureIn } from '../report-pictures/report-pictures.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { embeddedDocument, offersFilter, signedRows } from './embedded.rules.ts';

/** As many as the report's own control suggests. */
const SUGGESTIONS = 20;
const MAX_VALUES = 1000;

export interface EmbeddedReportOptions {
  readonly database: Database;
  readonly reports: ReportService;
  readonly queries: QueryService;
  readonly warehouses: WarehouseService;
}

interface Shown {
  /** With the row rules of what was signed. */
  readonly actor: TenantActor;
  readonly grant: EmbedGrant;
  readonly document: ReportDocument;
  readonly warehouse: Warehouse;
}

/** The one report of a signed token or public link: its figures and what its controls offer, of the signed rows. */
export class EmbeddedReportService {
  readonly #options: EmbeddedReportOptions;

  constructor(options: EmbeddedReportOptions) {
    this.#options = options;
  }

  /** VALIDATION_FAILED for filters that do not fit the report. */
  async read(actor: TenantActor): Promise<EmbeddedReport> {
    const shown = await this.#show(actor);
    const report = await this.#options.reports.read(shown.actor, shown.grant.reportId, { document: shown.document });
    return { ...report, expiresAt: shown.grant.expiresAt.toISOString() };
  }

  async *run(
    actor: TenantActor,
    state: ReportState,
    request: { id: string; signal: AbortSignal },
  ): AsyncGenerator<JsonText> {
    const { actor: limited, grant, document } = await this.#show(actor);
    yield* this.#options.reports.run(limited, grant.reportId, state, request, { document });
  }

  /** VALIDATION_FAILED for a filter that the report does not offer. */
  async choices(actor: TenantActor, choice: EmbeddedChoice, signal: AbortSignal): Promise<JsonText> {
    const { actor: limited, document, warehouse } = await this.#show(actor);
    return this.#options.queries.runIn(warehouse, limited, choiceQuery(document, choice), signal);
  }

  /** Only one that the shown pages have. */
  async picture(actor: TenantActor, hash: string): Promise<StoredPicture> {
    const { grant, document } = await this.#show(actor);
    if (!imagesOf(document).some(({ picture }) => picture.hash === hash)) throw notFound();
    return this.#options.database.withTenant(actor, (tx) => pictureIn(tx, grant.reportId, hash), 'reads');
  }

  /** What is shown to the actor: never without the row rules of all that was signed. */
  async #show(actor: TenantActor): Promise<Shown> {
    const grant = actor.embed;
    if (!grant) throw notFound();
    const { reports, warehouses } = this.#options;
    const { document: published } = await reports.read(actor, grant.reportId);
    const document = embeddedDocument(published, grant.page);
    const warehouse = await warehouses.ofRequest(actor);
    const rows = signedRows(grant.filters, published, warehouse.model.datasets);
    return { actor: { ...actor, embed: { ...grant, rows } }, grant, document, warehouse };
  }
}

/** The queries behind the controls of a report, as its page in the portal has them. */
function choiceQuery(document: ReportDocument, choice: EmbeddedChoice): AggregateQuery {
  if (choice.of === 'filter') return filterQuery(document, choice);
  const { subject } = document;
  if (!subject) throw invalidField('of', 'This report has no subject.');
  if (choice.of === 'subject') return membersQuery(document, subject, { field: subject.key, op: 'in', values: [choice.key] }); // prettier-ignore
  const text = choice.search.trim();
  if (text === '') return membersQuery(document, subject, undefined);
  return membersQuery(document, subject, {
    any: [
      { field: subject.title, op: 'contains', values: [text] },
      { field: subject.key, op: 'startsWith', values: [text] },
    ],
  });
}

function filterQuery(
  document: ReportDocument,
  { field, filters }: Extract<EmbeddedChoice, { of: 'filter' }>,
): AggregateQuery {
  for (const name of [field, ...Object.keys(filters)])
    if (!offersFilter(document, name)) throw invalidField('field', `This report does not filter by '${name}'.`);
  const { dataset, subject } = document;
  const counted = subject && (subject.count ?? subject.size);
  const others = Object.entries(filters)
    .filter(([name, values]) => name !== field && values.length > 0)
    .map(([name, values]): Filter => ({ field: name, op: 'in', values }));
  return aggregateQuery.parse({
    kind: 'aggregate',
    dataset,
    dimensions: [field],
    measures: counted ? [counted] : [],
    ...(others.length > 0 && { filter: { all: others } }),
    order: [{ field, direction: 'asc' }],
    limit: MAX_VALUES,
  });
}

function membersQuery(document: ReportDocument, subject: ReportSubject, filter: Filter | undefined): AggregateQuery {
  return aggregateQuery.parse({
    kind: 'aggregate',
    dataset: document.dataset,
    dimensions: [...new Set([subject.key, subject.title, ...subject.details])],
    measures: [subject.size],
    ...(filter && { filter }),
    order: [{ field: subject.size, direction: 'desc' }],
    limit: SUGGESTIONS,
  });
}
