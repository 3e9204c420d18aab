import type { Home, HomeFigures, Report, ReportEvent } from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { nullIfNotFound, notFound, UserError } from '../kernel/errors/user-error.ts';
import type { ReportSubscriptionService } from '../report-subscriptions/report-subscriptions.service.ts';
import { requireReport } from '../reports/report-documents.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { figuresOf, keyTileOf, titledFigures } from './home-figures.rules.ts';
import { deleteHomeReport, findHomeReport, saveHomeReport } from './home.sql.ts';

export interface HomeOptions {
  readonly database: Database;
  readonly reports: ReportService;
  readonly subscriptions: ReportSubscriptionService;
}

/** What a person's start page has of their own. */
export class HomeService {
  readonly #options: HomeOptions;

  constructor(options: HomeOptions) {
    this.#options = options;
  }

  async read(actor: TenantActor): Promise<Home> {
    const [report, subscriptions] = await Promise.all([
      this.#chosen(actor),
      this.#options.subscriptions.listOwn(actor),
    ]);
    return {
      report: report && {
        id: report.id,
        title: report.document.title,
        figures: report.dataVersion === null ? [] : titledFigures(report, keyTileOf(report)),
      },
      subscriptions,
    };
  }

  /** NOT_FOUND for a report that the person may not open. */
  async show(actor: TenantActor, id: string, shown: boolean): Promise<Home> {
    const account = accountOf(actor);
    await this.#options.database.withTenant(actor, async (tx) => {
      await requireReport(tx, actor, id);
      await (shown ? saveHomeReport : deleteHomeReport)(tx, account, id);
    });
    return this.read(actor);
  }

  /** The error of the tile where its figures cannot be computed; CONFLICT where the data changes meanwhile. */
  async figures(actor: TenantActor, request: { id: string; signal: AbortSignal }): Promise<HomeFigures> {
    const report = await this.#chosen(actor);
    const tile = report && keyTileOf(report);
    if (!tile || report.dataVersion === null) throw notFound();
    for await (const { text } of this.#options.reports.run(actor, report.id, { filters: {} }, request, {
      tiles: [tile.id],
    })) {
      const event = JSON.parse(text) as ReportEvent;
      if (event.type === 'tile-failed') throw new UserError(event.error.code, event.error.message, event.error.details);
      if (event.type !== 'tile' || event.tile !== tile.id) continue;
      if (Object.values(event.results).some(({ result }) => result.meta.dataVersion !== report.dataVersion))
        throw new UserError('CONFLICT', 'The data changed meanwhile. Load the figures again.');
      return {
        report: report.id,
        asOf: report.asOf,
        currency: report.currency,
        ...figuresOf(report, tile, event.results),
      };
    }
    throw new Error(`The tile '${tile.id}' had no result.`);
  }

  /** As the person may open it at this moment; null where they may not. */
  async #chosen(actor: TenantActor): Promise<Report | null> {
    const account = accountOf(actor);
    const id = await this.#options.database.withTenant(actor, (tx) => findHomeReport(tx, account), 'reads');
    if (id === null) return null;
    const report = await this.#options.reports.read(actor, id).catch(nullIfNotFound);
    return report?.archivedAt === null ? report : null;
  }
}
