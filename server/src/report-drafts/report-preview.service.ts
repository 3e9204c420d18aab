import type { Report, ReportDocument, ReportState } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { JsonText } from '../kernel/api/api.ts';
import type { Database } from '../kernel/database/database.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { openDraft } from './report-drafts.service.ts';

export interface ReportPreviewOptions {
  readonly database: Database;
  readonly reports: ReportService;
}

/** A draft as its readers will see it. A report that the person may not edit is NOT_FOUND. */
export class ReportPreviewService {
  readonly #options: ReportPreviewOptions;

  constructor(options: ReportPreviewOptions) {
    this.#options = options;
  }

  async read(actor: TenantActor, id: string): Promise<Report> {
    return this.#options.reports.read(actor, id, { document: await this.#document(actor, id) });
  }

  /** Runs some tiles, or all of a page, as a report is run. */
  async *run(
    actor: TenantActor,
    id: string,
    { state, tiles }: { state: ReportState; tiles?: string[] | undefined },
    request: { id: string; signal: AbortSignal },
  ): AsyncGenerator<JsonText> {
    const document = await this.#document(actor, id);
    yield* this.#options.reports.run(actor, id, state, request, { document, ...(tiles && { tiles }) });
  }

  #document(actor: TenantActor, id: string): Promise<ReportDocument> {
    const { database } = this.#options;
    return database.withTenant(
      actor,
      async (tx) => {
        const { draft, row } = await openDraft(tx, actor, id, 'reads');
        return draft?.document ?? row.document;
      },
      'reads',
    );
  }
}
