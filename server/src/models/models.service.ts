import type {
  CatalogDataset,
  Model,
  ModelChange,
  ModelDocument,
  ModelInheritance,
  ModelOrigin,
  ModelVersion,
  PutModel,
} from '@rise/contract';
import {
  countedOnce,
  diffModels,
  ModelError,
  parameterIssue,
  spansOfSetting,
  type CompiledModel,
  type ModelIssue,
  type ModelReader,
} from '@rise/engine';
import { LRUCache } from 'lru-cache';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import { checkReports, reportsUsing } from '../reports/report-checks.service.ts';
import { findTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import { isUnavailable } from '../warehouse/unavailable.ts';
import type { ModelChecks, WarehouseService } from '../warehouse/warehouse.service.ts';
import { authorOf } from './author.service.ts';
import { toCatalog } from './catalog.rules.ts';
import { DOCUMENT, excludeKnown, formatIssue, toDetails, toModelVersion } from './models.rules.ts';
import * as sql from './models.sql.ts';
import { newestModel, prepareModel, storedModel, type PreparedModel } from './stored-models.service.ts';

/** A document to activate. */
export interface ModelPush {
  readonly document: string;
  readonly message: string;
  readonly origin: Exclude<ModelOrigin, 'sample'>;
  /** The document's name in issues. */
  readonly file?: string;
  /** Left out: the actor's own email address. */
  readonly author?: string | null;
  /** The version that the author edited; CONFLICT where it is no longer the active one. */
  readonly basedOn?: number | undefined;
}

/** A tenant's model: its versions, and activating a new one. */
export class ModelService {
  readonly #database: Database;
  readonly #warehouses: WarehouseService;
  /** Texts that fit a version of a tenant's data. */
  readonly #fitting = new LRUCache<string, true>({ max: 500 });

  constructor({ database, warehouses }: { database: Database; warehouses: WarehouseService }) {
    this.#database = database;
    this.#warehouses = warehouses;
  }

  /** Newest first. */
  async versions(actor: TenantActor): Promise<ModelVersion[]> {
    const rows = await this.#database.withTenant(actor, sql.listVersions, 'reads');
    return rows.map((row, index) => toModelVersion(row, index === 0));
  }

  /** What the active model defines; nothing while the tenant has none. */
  async catalog(actor: TenantActor): Promise<CatalogDataset[]> {
    const active = await this.active(actor);
    return active ? toCatalog(active) : [];
  }

  /** Reports that use a measure or dimension, of those that the actor may open. */
  async usage(actor: TenantActor, member: { dataset: string; name: string }) {
    return this.#database.withTenant(actor, (tx) => reportsUsing(tx, actor, member), 'reads');
  }

  /** The active model; null while the tenant has none. */
  async active(actor: TenantActor): Promise<CompiledModel | null> {
    return (await this.#database.withTenant(actor, newestModel, 'reads'))?.model ?? null;
  }

  /** A version with its document, the active one where null; NOT_FOUND for an unknown version. */
  async read(actor: TenantActor, version: number | null): Promise<ModelDocument> {
    const [row, active] = await this.#database.withTenant(
      actor,
      (tx) => Promise.all([sql.findVersion(tx, version), sql.findVersion(tx, null)]),
      'reads',
    );
    if (!row) throw notFound();
    return { ...toModelVersion(row, row.version === active!.version), document: row.document };
  }

  /** A version as it applies, composed with its template; the active one where null. NOT_FOUND for an unknown version. */
  async resolved(actor: TenantActor, version: number | null): Promise<{ model: Model; version: number }> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const row = await sql.findVersion(tx, version);
        if (!row) throw notFound();
        return { model: (await storedModel(tx, row.hash)).model, version: row.version };
      },
      'reads',
    );
  }

  /**
   * Activates a document if it is valid, fits the warehouse and breaks no report. Throws the engine's ModelError,
   * CONFLICT.
   */
  async put(actor: TenantActor, push: ModelPush): Promise<PutModel> {
    const { document, message, origin, file = DOCUMENT, basedOn } = push;
    const prepared = await this.#database.withTenant(
      actor,
      async (tx) => {
        const model = await prepareModel(this.#warehouses.modelReader, tx, document, file);
        if (origin === 'person' || origin === 'restored') await requireSameTemplate(tx, actor, model);
        return model;
      },
      'reads',
    );
    const author = push.author === undefined ? await authorOf(this.#database, actor) : push.author;
    const checks = checksFor(this.#warehouses.modelReader, prepared, file, basedOn);
    const changed = await this.#warehouses.activateModel(actor, { ...prepared, author, origin, message }, checks);
    const active = await this.#database.withTenant(actor, (tx) => sql.findVersion(tx, null), 'reads');
    return { version: toModelVersion(active!, true), changed, countedOnce: countedOnce(prepared.compiled) };
  }

  /** The compiled document, the active model's where null, after all checks of `put`; changes nothing. Throws as `put` does. */
  async check(
    actor: TenantActor,
    { document, file = DOCUMENT }: { document: string | null; file?: string },
  ): Promise<CompiledModel> {
    const text = document ?? (await this.read(actor, null)).document;
    const prepared = await this.#prepare(actor, text, file);
    const checks = checksFor(this.#warehouses.modelReader, prepared, file, undefined);
    const contents = await this.#warehouses.inspect(actor, prepared.compiled);
    // An editor asks for several figures of a text that it has had checked.
    const fit = `${actor.tenantId} ${prepared.hash} ${contents?.number ?? 0}`;
    if (!this.#fitting.has(fit)) await checks.warehouse(contents);
    this.#fitting.set(fit, true);
    await this.#database.withTenant(actor, (tx) => checks.tenant(tx), 'reads');
    return prepared.compiled;
  }

  /** The compiled document, whether or not it fits the data. Throws the engine's ModelError for errors in the text. */
  async compile(actor: TenantActor, document: string): Promise<CompiledModel> {
    return (await this.#prepare(actor, document, DOCUMENT)).compiled;
  }

  /** Activates the document of an older version again. */
  async restore(actor: TenantActor, version: number, push: Omit<ModelPush, 'document' | 'origin'>): Promise<PutModel> {
    const row = await this.#database.withTenant(actor, (tx) => sql.findVersion(tx, version), 'reads');
    if (!row) throw notFound();
    const message = push.message === '' ? `Version ${version} restored` : push.message;
    return this.put(actor, { ...push, message, document: row.document, origin: 'restored' });
  }

  async changes(actor: TenantActor, from: number, to: number): Promise<ModelChange[]> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const [before, after] = await Promise.all([sql.findVersion(tx, from), sql.findVersion(tx, to)]);
        if (!before || !after) throw notFound();
        const load = async ({ hash }: sql.ModelRow) => (await storedModel(tx, hash)).model;
        return diffModels(await load(before), await load(after));
      },
      'reads',
    );
  }

  /** How the active model relates to its template; null where it extends none. */
  async inheritance(actor: TenantActor): Promise<ModelInheritance | null> {
    const active = await this.#database.withTenant(
      actor,
      async (tx) => {
        const row = await sql.findVersion(tx, null);
        if (!row || row.template === null || row.templateDocument === null) return null;
        const template = (await sql.newestTemplate(tx, row.template))!;
        return { row, template, model: (await storedModel(tx, row.hash)).model };
      },
      'reads',
    );
    if (!active) return null;
    const { row, template, model } = active;
    const read = (text: string, file: string) => this.#warehouses.modelReader.read({ text, file });
    const extended = await read(row.templateDocument!, row.template!);
    const outdated = template.version > row.templateVersion!;
    return {
      template: { name: template.name, version: row.templateVersion!, newest: template.version },
      here: diffModels(extended, model),
      there: outdated ? diffModels(extended, await read(template.document, template.name)) : [],
      problems: outdated ? await this.#checkAgainstNewestTemplate(actor, row.document) : [],
    };
  }

  /**
   * Updates a tenant to a template's newest version. Returns the issues that prevent it, 'unavailable' where its
   * warehouse does not answer, and null where there is nothing to do.
   */
  async followTemplate(
    tenantId: string,
    template: sql.TemplateVersion,
  ): Promise<readonly ModelIssue[] | 'unavailable' | null> {
    const actor = systemIn(tenantId);
    const row = await this.#database.withTenant(actor, (tx) => sql.findVersion(tx, null), 'reads');
    if (row?.template !== template.name || row.templateVersion === template.version) return null;
    const message = `${template.name}, version ${template.version}`;
    try {
      await this.put(actor, {
        document: row.document,
        message,
        origin: 'template',
        author: null,
        basedOn: row.version,
      });
      return [];
    } catch (error) {
      // If someone activated another version meanwhile, it already uses the newest template.
      if (error instanceof UserError && error.code === 'CONFLICT') return null;
      if (error instanceof ModelError) return error.issues;
      if (isUnavailable(error)) return 'unavailable';
      throw error;
    }
  }

  #prepare(actor: TenantActor, text: string, file: string): Promise<PreparedModel> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const model = await prepareModel(this.#warehouses.modelReader, tx, text, file);
        await requireSameTemplate(tx, actor, model);
        return model;
      },
      'reads',
    );
  }

  /** Issues of a document with the newest version of its template. */
  async #checkAgainstNewestTemplate(actor: TenantActor, document: string): Promise<string[]> {
    try {
      const prepared = await this.#database.withTenant(
        actor,
        (tx) => prepareModel(this.#warehouses.modelReader, tx, document, DOCUMENT),
        'reads',
      );
      const checks = checksFor(this.#warehouses.modelReader, prepared, DOCUMENT, undefined);
      await checks.warehouse(await this.#warehouses.inspect(actor, prepared.compiled));
      await this.#database.withTenant(actor, (tx) => checks.tenant(tx), 'reads');
      return [];
    } catch (error) {
      if (error instanceof ModelError) return error.issues.map(formatIssue);
      throw error;
    }
  }
}

function checksFor(
  reader: ModelReader,
  prepared: PreparedModel,
  file: string,
  basedOn: number | undefined,
): ModelChecks {
  return {
    async warehouse(contents) {
      const { document: text, templateText: template } = prepared;
      if (!contents) return;
      const { catalog, exact, measured, repeated } = contents;
      await reader.read({ text, file, template, catalog, exact, measured, repeated });
    },
    async tenant(tx) {
      const active = await sql.findVersion(tx, null);
      if (basedOn !== undefined && active?.version !== basedOn) {
        const message = `Version ${active?.version ?? 0} is active now. Apply its changes to your document and send it again.`;
        throw new UserError('CONFLICT', message);
      }
      const issues = [...(await checkParameters(tx, prepared, file)), ...(await findNewReportIssues(tx, prepared))];
      if (issues.length > 0) throw new ModelError(issues);
    },
  };
}

/** Names in the tenant's reports that a model lacks and the active one has. */
async function findNewReportIssues(tx: TenantTx, { compiled }: PreparedModel): Promise<ModelIssue[]> {
  const active = await newestModel(tx);
  return excludeKnown(await checkReports(tx, compiled.model), active ? await checkReports(tx, active.model.model) : []);
}

/** Values that the tenant has set and that the model's parameters do not allow. */
async function checkParameters(tx: TenantTx, { compiled }: PreparedModel, file: string): Promise<ModelIssue[]> {
  const { parameters } = await findTenantSettings(tx);
  return compiled.model.parameters.flatMap((parameter): ModelIssue[] => {
    const { value: first, changes } = spansOfSetting(parameters[parameter.name]);
    return [...(first === null ? [] : [first]), ...changes.map(({ value }) => value)].flatMap((value): ModelIssue[] => {
      const issue = parameterIssue(parameter, value);
      if (issue === null) return [];
      const message = `${issue} The tenant has set it to '${String(value)}': reset it first.`;
      return [{ file, line: null, column: null, path: `parameters.${parameter.name}`, message }];
    });
  });
}

/** Only the operator's command line may remove a template: its rules would protect little if any user could. */
async function requireSameTemplate(tx: TenantTx, actor: TenantActor, model: PreparedModel): Promise<void> {
  const active = await sql.findVersion(tx, null);
  const template = active?.template ?? null;
  if (actor.accountId === null || template === null || model.template?.name === template) return;
  const message = `Your model extends '${template}', and only the operator can change that. Start it with \`extends: ${template}\`.`;
  throw new ModelError([{ file: DOCUMENT, line: 1, column: 1, path: 'extends', message }]);
}

/** The error response for an invalid model. */
export function toModelUserError({ issues }: ModelError): UserError {
  return new UserError('MODEL_INVALID', undefined, toDetails(issues));
}

export { DOCUMENT, toCatalog };
