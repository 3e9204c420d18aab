import { createHash } from 'node:crypto';
import { compileModel, extendedTemplate, ModelError, readModel, type CompiledModel } from '@rise/engine';
import { LRUCache } from 'lru-cache';
import type { GlobalTx, TenantTx } from '../kernel/database.ts';
import { newestHash, newestTemplate, templateNames, textsOf, type TemplateVersion } from './models.sql.ts';

/** Compiled models by the hash of their texts: equal texts mean the same to every tenant. */
const compiled = new LRUCache<string, CompiledModel>({ max: 200 });

export function hashOf(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}

/** A document that is a valid model, not held to any warehouse yet. */
export interface PreparedModel {
  readonly document: string;
  /** Names the document together with the template's text that it was laid over. */
  readonly hash: string;
  readonly template: TemplateVersion | null;
  /** The template's text; null where none is extended. */
  readonly templateText: string | null;
  readonly compiled: CompiledModel;
}

/** Reads a document, over the newest version of the template that it extends. Throws the engine's ModelError. */
export async function prepareModel(tx: TenantTx | GlobalTx, document: string, file: string): Promise<PreparedModel> {
  const extended = extendedTemplate(document, file);
  const template = extended === null ? null : await newestTemplate(tx, extended);
  if (extended !== null && !template) {
    const known = await templateNames(tx);
    const remedy = known.length > 0 ? `Choose ${known.join(' or ')}.` : 'Push the template first.';
    const message = `There is no template '${extended}'. ${remedy}`;
    throw new ModelError([{ file, line: null, column: null, path: 'extends', message }]);
  }
  const templateText = template?.document ?? null;
  const hash = template ? hashOf(`${document}\0${template.hash}`) : hashOf(document);
  let model = compiled.get(hash);
  if (!model) {
    model = compileModel(readModel({ text: document, file, template: templateText }));
    compiled.set(hash, model);
  }
  return {
    document,
    hash,
    template: template && { name: template.name, version: template.version },
    templateText,
    compiled: model,
  };
}

/** A model that a tenant has, or had, by its hash. */
export async function storedModel(tx: TenantTx, hash: string): Promise<CompiledModel> {
  let model = compiled.get(hash);
  if (!model) {
    const { document, template } = await textsOf(tx, hash);
    model = compileModel(readModel({ text: document, file: 'model.yaml', template }));
    compiled.set(hash, model);
  }
  return model;
}

/** The model in force, or null while a tenant has none. */
export async function newestModel(tx: TenantTx): Promise<{ hash: string; model: CompiledModel } | null> {
  const hash = await newestHash(tx);
  return hash === null ? null : { hash, model: await storedModel(tx, hash) };
}

export { insertVersion, newestHash, type NewVersion } from './models.sql.ts';
