import type { Report, ReportChange, ReportDocument, ReportState } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { JsonText } from '../kernel/api/api.ts';
import type { Database } from '../kernel/database/database.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { tryStep } from './draft.rules.ts';
import { documentOf, openDraft } from './report-drafts.service.ts';
import { storedChanges } from './report-drafts.sql.ts';

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

  /** Runs some tiles, or all of a page, as a report is run: with changes that are on their way to the draft. */
  async *run(
    actor: TenantActor,
    id: string,
    {
      state,
      tiles,
      changes = [],
    }: { state: ReportState; tiles?: string[] | undefined; changes?: ReportChange[] | undefined },
    request: { id: string; signal: AbortSignal },
  ): AsyncGenerator<JsonText> {
    const document = await this.#document(actor, id, changes);
    yield* this.#options.reports.run(actor, id, state, request, { document, describes: true, ...(tiles && { tiles }) });
  }

  #document(actor: TenantActor, id: string, changes: readonly ReportChange[] = []): Promise<ReportDocument> {
    return this.#options.database.withTenant(
      actor,
      async (tx) => {
        // Asked before the draft is read: one stored in between is then applied twice, which is once, and never left out.
        const stored = await storedChanges(
          tx,
          id,
          changes.map((change) => change.id),
        );
        return (
          changes
            .filter((change) => !stored.has(change.id))
            // One that does not fit is refused where it is stored, which tells its author.
            .reduce(
              (before, { operations }) => tryStep(before, operations, [])?.document ?? before,
              documentOf(await openDraft(tx, actor, id, 'reads')),
            )
        );
      },
      'reads',
    );
  }
}
