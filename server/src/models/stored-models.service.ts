import { createHash } from 'node:crypto';
import { compileModel, ModelError, readModel, type CompiledModel, type ModelReader } from '@rise/engine';
import { LRUCache } from 'lru-cache';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';
import { newestHash, newestTemplate, templateNames, findDocuments, type TemplateVersion } from './models.sql.ts';

/** Compiled models by the hash of their documents, shared by tenants with equal documents. */
const cache = new LRUCache<string, CompiledModel>({ max: 200 });

export function hashOf(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}

/** A valid model that has not been checked against a warehouse yet. */
export interface PreparedModel {
  readonly document: string;
  /** Identifies the document together with its template's document. */
  readonly hash: string;
  readonly template: TemplateVersion | null;
  /** The template's document; null where none is extended. */
  readonly templateText: string | null;
  readonly compiled: CompiledModel;
}

/** Compiles a document with the newest version of the template that it extends. Throws the engine's ModelError. */
export async function prepareModel(
  reader: ModelReader,
  tx: TenantTx | GlobalTx,
  document: string,
  file: string,
): Promise<PreparedModel> {
  const extended = await reader.extendedTemplate(document, file);
  const template = extended === null ? null : await newestTemplate(tx, extended);
  if (extended !== null && !template) {
    const known = await templateNames(tx);
    const remedy = known.length > 0 ? `Choose ${known.join(' or ')}.` : 'Push the template first.';
    const message = `There is no template '${extended}'. ${remedy}`;
    throw new ModelError([{ file, line: null, column: null, path: 'extends', message }]);
  }
  const templateText = template?.document ?? null;
  const hash = template ? hashOf(`${document}\0${template.hash}`) : hashOf(document);
  let model = cache.get(hash);
  if (!model) {
    model = compileModel(await reader.read({ text: document, file, template: templateText }));
    cache.set(hash, model);
  }
  return {
    document,
    hash,
    template: template && { name: template.name, version: template.version },
    templateText,
    compiled: model,
  };
}

/** A current or former model of a tenant by its hash. */
export async function storedModel(tx: TenantTx, hash: string): Promise<CompiledModel> {
  let model = cache.get(hash);
  if (!model) {
    const { document, template } = await findDocuments(tx, hash);
    model = compileModel(readModel({ text: document, file: 'model.yaml', template }));
    cache.set(hash, model);
  }
  return model;
}

/** The active model, or null while a tenant has none. */
export async function newestModel(tx: TenantTx): Promise<{ hash: string; model: CompiledModel } | null> {
  const hash = await newestHash(tx);
  return hash === null ? null : { hash, model: await storedModel(tx, hash) };
}

export {
  insertVersion,
  listAdministrators,
  newestHash,
  newestNumber,
  versionOfHash,
  type NewVersion,
} from './models.sql.ts';
