import type { DataCopy, QueryReport } from '@rise/contract';
import type { CopyService } from '../copies/copies.service.ts';
import { accountOf, SYSTEM, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import type { ModelService } from '../models/models.service.ts';
import { listAdministrators } from '../models/stored-models.service.ts';
import { listOpenWorkspaces, peopleOf } from '../workspaces/workspaces.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import * as sql from './sql-workbench.sql.ts';

/** People that are named to ask. */
const NAMED = 5;

export interface QueryReportOptions {
  readonly database: Database;
  readonly copies: Pick<CopyService, 'list'>;
  readonly models: Pick<ModelService, 'catalog'>;
  readonly warehouses: Pick<WarehouseService, 'catalog'>;
}

/** The right that each step needs. */
const NEEDS = {
  table: 'data.manage',
  load: 'data.manage',
  dataset: 'model.manage',
  workspace: 'report.write',
  report: 'report.write',
} as const;

/** The way from saved queries to reports of their rows: through a table, and a dataset of the model. */
export class QueryReportService {
  readonly #options: QueryReportOptions;

  constructor(options: QueryReportOptions) {
    this.#options = options;
  }

  /** NOT_FOUND for a query that the person cannot find. */
  async find(actor: TenantActor, id: string): Promise<QueryReport> {
    const { database, copies, models, warehouses } = this.#options;
    const query = await database.withTenant(actor, (tx) => sql.findQuery(tx, accountOf(actor), id), 'reads');
    if (!query) throw notFound();
    const [all, datasets, tables, workspaces] = await Promise.all([
      copies.list(actor),
      models.catalog(actor),
      warehouses.catalog(actor),
      database.withTenant(actor, (tx) => listOpenWorkspaces(tx, actor), 'reads'),
    ]);
    const found = all.flatMap((copy) => {
      const target = targetOf(copy, id);
      return target === null ? [] : [{ copy, target, dataset: datasets.find(({ table }) => table === target) ?? null }];
    });
    // Of several tables of a query, one that a report can be made of.
    const isLoaded = ({ target }: { target: string }) => target in (tables ?? {});
    const best = found.find(({ dataset }) => dataset !== null) ?? found.find(isLoaded) ?? found[0];
    const isPlaced = workspaces.some(({ can, archivedAt }) => can.edit && archivedAt === null);
    const next = !best
      ? 'table'
      : best.dataset
        ? isPlaced
          ? 'report'
          : 'workspace'
        : isLoaded(best)
          ? 'dataset'
          : 'load';
    const lacks = actor.permissions.has(NEEDS[next]) && next !== 'workspace' ? null : NEEDS[next];
    return {
      next,
      table: best?.target ?? null,
      copy: best && actor.permissions.has('data.manage') ? best.copy.id : null,
      isOutdated: best?.copy.content.kind === 'query' && best.copy.content.revision !== query.revision,
      dataset: best?.dataset?.name ?? null,
      lacks,
      ask: lacks === null ? [] : await this.#administrators(actor),
    };
  }

  async #administrators(actor: TenantActor): Promise<string[]> {
    const { database } = this.#options;
    const [ids, people] = await Promise.all([
      database.withGlobal(SYSTEM, (tx) => listAdministrators(tx, actor.tenantId), 'reads'),
      peopleOf(database, actor, []),
    ]);
    return people
      .filter(({ id }) => ids.includes(id) && id !== actor.accountId)
      .slice(0, NAMED)
      .map(({ name, email }) => name || email);
  }
}

/** The table that a copy fills with the rows of a query; null for other copies. */
const targetOf = ({ content }: DataCopy, query: string): string | null =>
  content.kind === 'query' && content.query === query ? content.target : null;
