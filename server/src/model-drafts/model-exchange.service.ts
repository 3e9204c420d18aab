import type { ExportedModel, ImportedModel, Model } from '@rise/contract';
import { writeOssie, type ModelReader } from '@rise/engine';
import { stringify } from 'yaml';
import type { TenantActor } from '../kernel/actor.ts';
import type { ModelService } from '../models/models.service.ts';

/** Lists that a text without them has, too. */
const OPTIONAL_LISTS = new Set([
  'parameters',
  'mappings',
  'combined',
  'joins',
  'hierarchies',
  'synonyms',
  'rules',
  'masks',
  'rollups',
  'optional',
]);

/** Models in the format of other tools, in and out of a draft. */
export class ModelExchangeService {
  readonly #models: ModelService;
  readonly #reader: ModelReader;

  constructor({ models, reader }: { models: ModelService; reader: ModelReader }) {
    this.#models = models;
    this.#reader = reader;
  }

  /** Throws the engine's ModelError with line and column of each issue of the document. Stores nothing. */
  async read(text: string, file: string): Promise<ImportedModel> {
    const { model, notes } = await this.#reader.readOssie(text, file);
    return { document: toText(model), datasets: model.datasets.map(({ name }) => name), notes: [...notes] };
  }

  /** The active model, or a text after all checks of publishing. */
  async write(actor: TenantActor, text: string | null): Promise<ExportedModel> {
    const model =
      text === null
        ? (await this.#models.resolved(actor, null)).model
        : (await this.#models.check(actor, { document: text })).model;
    const { document, notes } = writeOssie(model);
    return { file: `${fileName(model.name)}.ossie.yaml`, document: stringify(document), notes: [...notes] };
  }
}

/** A text for people: without lists that are empty. */
function toText(model: Model): string {
  return stringify(
    model,
    (key: unknown, value: unknown) => {
      const isEmpty = Array.isArray(value) && value.length === 0 && OPTIONAL_LISTS.has(String(key));
      const isEmptyGroup = key === 'shared' && model.shared.joins.length + model.shared.dimensions.length === 0;
      return isEmpty || isEmptyGroup ? undefined : value;
    },
    { lineWidth: 0 },
  );
}

const fileName = (name: string): string => name.replaceAll(/[^\w-]+/gu, '_').slice(0, 100) || 'model';
