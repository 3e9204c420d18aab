import {
  MAX_TYPE_COLUMNS,
  type CodeColumn,
  type CodeTypeDefinition,
  type DefinedCodeType,
  type ErrorDetail,
} from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import type { ModelDraftService } from '../model-drafts/model-drafts.service.ts';
import type { ModelService } from '../models/models.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import {
  codeColumns,
  datasetFor,
  dimensionsFor,
  isTypeTaken,
  memberNames,
  searchColumns,
  usesOfTable,
} from './type-columns.rules.ts';
import { addTypeToText, changeTypeInText, removeTypeFromText, typeInText } from './type-document.ts';

interface CodeTypeOptions {
  readonly models: ModelService;
  readonly drafts: ModelDraftService;
  readonly warehouses: WarehouseService;
}

/** The types that administrators define on columns: members of the tenant's own part of the model. */
export class CodeTypeService {
  readonly #models: ModelService;
  readonly #drafts: ModelDraftService;
  readonly #warehouses: WarehouseService;

  constructor({ models, drafts, warehouses }: CodeTypeOptions) {
    this.#models = models;
    this.#drafts = drafts;
    this.#warehouses = warehouses;
  }

  async columns(actor: TenantActor, search: string): Promise<{ columns: CodeColumn[]; total: number }> {
    const [catalog, active] = await Promise.all([this.#warehouses.catalog(actor), this.#models.active(actor)]);
    const found = searchColumns(codeColumns(catalog ?? {}, active), search);
    return { columns: found.slice(0, MAX_TYPE_COLUMNS), total: found.length };
  }

  /** Null for a type of the template, and for none. */
  async read(actor: TenantActor, type: string): Promise<DefinedCodeType | null> {
    const active = await this.#models.active(actor);
    return active && typeInText((await this.#models.read(actor, null)).document, type);
  }

  /** Throws VALIDATION_FAILED, CONFLICT, the engine's ModelError. */
  async create(
    actor: TenantActor,
    { type, table, column, ...definition }: CodeTypeDefinition & { type: string; table: string; column: string },
  ): Promise<{ definition: DefinedCodeType; modelVersion: number }> {
    const [catalog, active] = await Promise.all([this.#warehouses.catalog(actor), this.#models.active(actor)]);
    const columnType = catalog?.[table]?.[column];
    const known = codeColumns(catalog ?? {}, active).some((item) => item.table === table && item.column === column);
    if (columnType === undefined || !known)
      throw invalid('column', `'${table}.${column}' is no text or number column of your data. Choose another column.`);
    if (isTypeTaken(active, type)) throw invalid('type', `There is a type '${type}' already. Choose another key.`);
    checkCategories(definition);

    const uses = usesOfTable(active, table).map(({ dataset, as }) => ({
      dataset: { name: dataset.name, names: memberNames(dataset) },
      as,
    }));
    const dataset = uses.length > 0 ? null : datasetFor(table, catalog![table]!, new Set(active?.datasets.keys()));
    if (dataset) uses.push({ dataset: { name: dataset.name, names: memberNames(dataset) }, as: table });
    const defined = { type, ...definition };
    const edit = (text: string) =>
      addTypeToText(text, {
        type,
        definition,
        dimensions: dimensionsFor(defined, { column, type: columnType }, uses),
        dataset,
      });
    const message = `Type '${type}' defined on ${table}.${column}`;
    return { definition: defined, modelVersion: await this.#publish(actor, edit, message) };
  }

  /** Throws as `create` does; NOT_FOUND for a type that is not the tenant's own. */
  async change(
    actor: TenantActor,
    { type, ...definition }: DefinedCodeType,
  ): Promise<{ definition: DefinedCodeType; modelVersion: number }> {
    if (!(await this.read(actor, type))) throw notFound();
    checkCategories(definition);
    const edit = (text: string) => changeTypeInText(text, type, definition);
    const modelVersion = await this.#publish(actor, edit, `Type '${type}' changed`);
    return { definition: { type, ...definition }, modelVersion };
  }

  /** Throws as `change` does; the engine's ModelError and reports name what still uses it. */
  async delete(actor: TenantActor, type: string): Promise<{ modelVersion: number }> {
    if (!(await this.read(actor, type))) throw notFound();
    const edit = (text: string) => removeTypeFromText(text, type);
    return { modelVersion: await this.#publish(actor, edit, `Type '${type}' deleted`) };
  }

  /** Publishes the active text with a change, and makes the same change in a draft of it, which would undo it otherwise. */
  async #publish(actor: TenantActor, edit: (text: string) => string, message: string): Promise<number> {
    const active = (await this.#models.active(actor)) && (await this.#models.read(actor, null));
    const { version } = await this.#models.put(actor, {
      document: edit(active?.document ?? FIRST_MODEL),
      message,
      origin: 'person',
      ...(active && { basedOn: active.version }),
    });
    const draft = await this.#drafts.read(actor);
    if (active && draft?.basedOn === active.version) {
      try {
        const { revision } = draft;
        await this.#drafts.save(actor, { document: edit(draft.document), revision, basedOn: version.version });
      } catch {
        // A draft with broken YAML, or one that was saved meanwhile: publishing it will name the newer version.
      }
    }
    return version.version;
  }
}

/** What a tenant without a model starts from. */
const FIRST_MODEL = `name: model
title: { en: Data model, tr: Veri modeli }
description: { en: Datasets of your tables., tr: Tablolarınızın veri kümeleri. }
`;

function checkCategories({ categories }: CodeTypeDefinition): void {
  const values = (categories ?? []).map(({ value }) => value);
  const twice = values.findIndex((value, index) => values.indexOf(value) < index);
  if (twice !== -1) throw invalid(`categories.${twice}.value`, `'${values[twice]}' is listed twice. Leave one out.`);
}

function invalid(field: string, message: string): UserError {
  const details: ErrorDetail[] = [{ field, message }];
  return new UserError('VALIDATION_FAILED', message, details);
}
