import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { documentReaderOf } from './document-reader-of.ts';
import { findPassages, openDocuments, type FoundPassage } from './knowledge.sql.ts';

export type { FoundPassage };

/** Candidates that are ranked. */
const MOST = 50;

/** Finds passages of a tenant's documents, with the actor's rights. */
export class KnowledgeSearch {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** `terms` are folded words. */
  async find(actor: TenantActor, terms: readonly string[]): Promise<FoundPassage[]> {
    const words = terms.filter((term) => /^[\p{L}\p{N}]+$/u.test(term));
    if (words.length === 0) return [];
    const query = {
      beginnings: words.map((word) => `'${beginning(word)}':*`).join(' | '),
      english: words.map((word) => `'${word}'`).join(' | '),
      words,
    };
    const reader = await documentReaderOf(this.#database, actor);
    return this.#database.withTenant(actor, (tx) => findPassages(tx, query, reader, MOST), 'reads');
  }

  /** Those of the passages, by `passageId`, that the actor may read. */
  async open(actor: TenantActor, ids: readonly string[]): Promise<string[]> {
    const documents = ids.map((id) => id.split('#')[0]!);
    const reader = await documentReaderOf(this.#database, actor);
    const open = await this.#database.withTenant(actor, (tx) => openDocuments(tx, documents, reader), 'reads');
    return ids.filter((_, place) => open.has(documents[place]!));
  }
}

export const passageId = ({ documentId, place }: Pick<FoundPassage, 'documentId' | 'place'>): string =>
  `${documentId}#${place}`;

/** Turkish words end in chains of suffixes, in the question as in the text: what they share is their beginning. */
const beginning = (word: string): string => word.slice(0, Math.max(4, Math.ceil(word.length * 0.6)));
