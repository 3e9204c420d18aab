import type { DraftCheck, ModelDraft, ModelIssueDetail, QueryResult, SemanticQuery } from '@rise/contract';
import {
  diffModels,
  mappedFields,
  ModelError,
  toQueryResult,
  type Engine,
  type ModelIssue,
  type Scope,
} from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import { DOCUMENT, toCatalog, type ModelService } from '../models/models.service.ts';
import { unmappedShares } from '../query/unmapped-shares.ts';
import { withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import * as sql from './model-drafts.sql.ts';

export interface ModelDraftOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly models: ModelService;
  readonly warehouses: WarehouseService;
}

/** The text of a tenant's model before it is published. */
export class ModelDraftService {
  readonly #options: ModelDraftOptions;

  constructor(options: ModelDraftOptions) {
    this.#options = options;
  }

  async read(actor: TenantActor): Promise<ModelDraft | null> {
    const row = await this.#options.database.withTenant(actor, sql.findDraft, 'reads');
    return row && toDraft(row);
  }

  /** Saves any text. CONFLICT where the stored revision is not the one that was edited. */
  async save(
    actor: TenantActor,
    { document, revision, basedOn }: { document: string; revision: number; basedOn: number | null },
  ): Promise<ModelDraft> {
    const { database } = this.#options;
    const author = await authorOf(database, actor);
    const row = await database.withTenant(actor, (tx) => sql.saveDraft(tx, { document, basedOn, author }, revision));
    if (!row) throw await this.#conflict(actor);
    return toDraft(row);
  }

  /** Deletes the draft. CONFLICT where the stored revision is another one. */
  async discard(actor: TenantActor, revision: number): Promise<null> {
    const deleted = await this.#options.database.withTenant(actor, (tx) => sql.deleteDraft(tx, revision));
    if (!deleted && (await this.read(actor))) throw await this.#conflict(actor);
    return null;
  }

  /** All errors that publishing would report, or what the text defines and changes. */
  async check(actor: TenantActor, document: string): Promise<DraftCheck> {
    const { models } = this.#options;
    try {
      const compiled = await models.check(actor, { document });
      const active = await models.active(actor);
      return {
        issues: [],
        datasets: toCatalog(compiled),
        changes: active ? diffModels(active.model, compiled.model) : [],
      };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return { issues: error.issues.map(toIssue), datasets: [], changes: [] };
    }
  }

  /**
   * Runs a query through a text. The engine stores results under the text's own hash, so none of them is an answer of the
   * active model.
   */
  async query(
    actor: TenantActor,
    { document, query, scope }: { document: string; query: SemanticQuery; scope: Scope },
    signal: AbortSignal,
  ): Promise<QueryResult> {
    const { models, warehouses, engine } = this.#options;
    const compiled = await models.check(actor, { document });
    const data = await warehouses.preview(actor, compiled);
    if (!data) throw new UserError('WAREHOUSE_UNAVAILABLE', 'No data has been loaded for this tenant yet.');
    const { model, version, tenantSettings } = data;
    const request = { model, version, scope: withTenantSettings(scope, tenantSettings), query, signal };
    const [answer, unmapped] = await Promise.all([
      engine.queries.run(request),
      // No load has looked at the codes of this text's fields.
      unmappedShares(engine, request, (dataset) => mappedFields(model, dataset).map(({ field }) => field)),
    ]);
    return toQueryResult(answer, { dataVersion: version.number, asOf: version.asOf, unmapped });
  }

  async #conflict(actor: TenantActor): Promise<UserError> {
    const stored = await this.read(actor);
    return new UserError(
      'CONFLICT',
      stored
        ? `${stored.author ?? 'Someone'} saved this draft meanwhile. Your text is still on this page: compare it with theirs before you save it.`
        : 'The draft was published or discarded meanwhile. Your text is still on this page: save it as a new draft to continue.',
    );
  }
}

function toDraft({ updatedAt, ...row }: sql.DraftRow): ModelDraft {
  return { ...row, updatedAt: updatedAt.toISOString() };
}

function toIssue({ file, line, column, path, message }: ModelIssue): ModelIssueDetail {
  const own = file === DOCUMENT;
  return {
    line: own ? line : null,
    column: own ? column : null,
    path: own ? path : '',
    message: own ? message : `${file}${path === '' ? '' : ` ${path}`}: ${message}`,
  };
}
