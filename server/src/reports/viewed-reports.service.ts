import type { ReportReader, ReportState, ViewAs } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { JsonText } from '../kernel/api/api.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import type { ViewAsService } from '../query/view-as.service.ts';
import { openWorkspaces } from '../workspaces/workspaces.service.ts';
import { findIn, requireIn } from './reports.policy.ts';
import type { ReportService } from './reports.service.ts';
import { reportById } from './reports.sql.ts';

export interface ViewedReportOptions {
  readonly database: Database;
  readonly reports: Pick<ReportService, 'run'>;
  readonly viewAs: ViewAsService;
}

/** "View as": reports with another reader's rights, within the actor's own. */
export class ViewedReportService {
  readonly #options: ViewedReportOptions;

  constructor(options: ViewedReportOptions) {
    this.#options = options;
  }

  /**
   * A person of the tenant, and whether they find the report. NOT_FOUND for anyone else, and for a report that the actor
   * may not open. No data is read, so nobody is notified.
   */
  async reader(actor: TenantActor, id: string, account: string): Promise<ReportReader> {
    const { name, actor: person } = await this.#options.viewAs.requirePerson(actor, account);
    return { account, name, canOpen: await this.#findsReport(actor, person, id) };
  }

  /**
   * The figures that the reader gets. Audited, and notified to the person, before any query runs. NOT_FOUND also where
   * the person does not find the report: for them it has no figures.
   */
  async *run(
    actor: TenantActor,
    id: string,
    { viewAs, state }: { viewAs: ViewAs; state: ReportState },
    request: { id: string; signal: AbortSignal },
  ): AsyncGenerator<JsonText> {
    const { reports, viewAs: readers } = this.#options;
    // First: nobody is notified of a view of a report that does not exist.
    await this.#requireReport(actor, id);
    const { scope, accountId } = await readers.resolve(actor, viewAs);
    if (accountId !== null) {
      const { actor: person } = await readers.requirePerson(actor, accountId);
      if (!(await this.#findsReport(actor, person, id))) throw notFound();
    }
    yield* reports.run(actor, id, state, { ...request, scope });
  }

  async #requireReport(actor: TenantActor, id: string): Promise<void> {
    const find = async (tx: TenantTx) => requireIn(await reportById(tx, id), await openWorkspaces(tx, actor));
    await this.#options.database.withTenant(actor, find, 'reads');
  }

  /** NOT_FOUND where the actor does not. */
  async #findsReport(actor: TenantActor, person: TenantActor, id: string): Promise<boolean> {
    return this.#options.database.withTenant(
      actor,
      async (tx) => {
        const { row } = requireIn(await reportById(tx, id), await openWorkspaces(tx, actor));
        return findIn(row, await openWorkspaces(tx, person)) !== null;
      },
      'reads',
    );
  }
}
