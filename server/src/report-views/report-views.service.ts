import type { NewReportView, ReportViews } from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import { requireReport, type OpenReport } from '../reports/report-documents.service.ts';
import * as sql from './report-views.sql.ts';

/** Of one person for one report. */
const MAX_VIEWS = 50;

/** Named selections of reports. Those of other people are NOT_FOUND unless they are shared. */
export class ReportViewService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  list(actor: TenantActor, report: string): Promise<ReportViews> {
    return this.#database.withTenant(
      actor,
      async (tx) => listFor(tx, actor, report, await requireReport(tx, actor, report)),
      'reads',
    );
  }

  /** NOT_FOUND for a shared view where the person may not share; CONFLICT where they have too many. */
  async save(actor: TenantActor, report: string, view: NewReportView): Promise<ReportViews> {
    const account = accountOf(actor);
    const author = await authorOf(this.#database, actor);
    return this.#database.withTenant(actor, async (tx) => {
      const open = await requireReport(tx, actor, report);
      if (view.shared && !open.canShare) throw notFound();
      await sql.lockViews(tx, report, account);
      const own = (await sql.listViews(tx, report, account)).filter(({ accountId }) => accountId === account);
      if (own.length >= MAX_VIEWS && own.every(({ name }) => name !== view.name))
        throw new UserError('CONFLICT', `You can save ${MAX_VIEWS} views of a report at most. Delete one first.`);
      await sql.putView(tx, report, { account, author, view });
      return listFor(tx, actor, report, open);
    });
  }

  delete(actor: TenantActor, report: string, id: string): Promise<ReportViews> {
    return this.#database.withTenant(actor, async (tx) => {
      const open = await requireReport(tx, actor, report);
      const view = (await listFor(tx, actor, report, open)).views.find((one) => one.id === id);
      if (!view?.can.delete) throw notFound();
      await sql.deleteView(tx, report, id);
      return listFor(tx, actor, report, open);
    });
  }

  chooseDefault(actor: TenantActor, report: string, id: string | null): Promise<ReportViews> {
    const account = accountOf(actor);
    return this.#database.withTenant(actor, async (tx) => {
      const open = await requireReport(tx, actor, report);
      await sql.lockViews(tx, report, account);
      const known = await sql.listViews(tx, report, account);
      if (id !== null && known.every((view) => view.id !== id)) throw notFound();
      await sql.putDefault(tx, report, account, id);
      return listFor(tx, actor, report, open);
    });
  }
}

async function listFor(tx: TenantTx, actor: TenantActor, report: string, open: OpenReport): Promise<ReportViews> {
  const account = accountOf(actor);
  const rows = await sql.listViews(tx, report, account);
  return {
    views: rows.map(({ accountId, ...view }) => {
      const isOwn = accountId === account;
      // Who arranges the workspace tidies up what is shared, also after its author has left.
      return { ...view, isOwn, can: { delete: isOwn || open.canShare } };
    }),
    can: { share: open.canShare },
  };
}
