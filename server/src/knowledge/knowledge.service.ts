import { KNOWLEDGE_LIMITS, type KnowledgeDocument, type KnowledgeText, type KnowledgeUpload } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, Mode, TenantTx } from '../kernel/database/database.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import { inChatbot } from '../tenants/tenants.service.ts';
import * as sql from './knowledge.sql.ts';
import { passagesOfText } from './passages-of-text.rules.ts';

export interface KnowledgeOptions {
  readonly database: Database;
  /** Whether tenants have the assistant unless they are set otherwise: without it there are no documents for it. */
  readonly enabled: boolean;
  /** The email address of an actor. */
  readonly author: (actor: TenantActor) => Promise<string | null>;
}

const PERMISSIONS = { everyone: 'assistant.use', administrators: 'tenant.administer' } as const;

/** A tenant's documents that the assistant answers from. */
export class KnowledgeService {
  readonly #options: KnowledgeOptions;

  constructor(options: KnowledgeOptions) {
    this.#options = options;
  }

  async list(actor: TenantActor): Promise<KnowledgeDocument[]> {
    const rows = await this.#inTenant(actor, (tx) => sql.listDocuments(tx), 'reads');
    return rows.map(toDocument);
  }

  /** Adds or replaces a document. VALIDATION_FAILED for one without text, CONFLICT where there are as many as may be. */
  async upload(actor: TenantActor, { name, kind, audience, content }: KnowledgeUpload): Promise<KnowledgeDocument> {
    const passages = passagesOfText({ kind, content });
    if (passages.length === 0) throw new UserError('VALIDATION_FAILED', undefined, [{ field: 'content', message: 'The document contains no text.' }]); // prettier-ignore
    const author = await this.#options.author(actor);
    const document = { name, kind, bytes: Buffer.byteLength(content), permission: PERMISSIONS[audience], author };
    return this.#inTenant(actor, async (tx) => {
      if ((await sql.countOthers(tx, name)) >= KNOWLEDGE_LIMITS.documents)
        throw new UserError('CONFLICT', `There are ${KNOWLEDGE_LIMITS.documents} documents. Delete one of them first.`);
      const id = await sql.putDocument(tx, document, passages);
      return toDocument((await sql.listDocuments(tx, id))[0]!);
    });
  }

  async delete(actor: TenantActor, id: string): Promise<void> {
    await this.#inTenant(actor, async (tx) => {
      if (!(await sql.deleteDocument(tx, id))) throw notFound();
    });
  }

  /** A document that the actor may read; NOT_FOUND for any other. */
  async read(actor: TenantActor, id: string): Promise<KnowledgeText> {
    return this.#inTenant(
      actor,
      async (tx) => {
        const document = await sql.findOpenDocument(tx, id, [...actor.permissions]);
        if (!document) throw notFound();
        const { name, uploadedAt } = document;
        return { id, name, uploadedAt: uploadedAt.toISOString(), passages: await sql.listPassages(tx, id) };
      },
      'reads',
    );
  }

  /** A transaction of the tenant; NOT_FOUND where it has no assistant. */
  #inTenant<T>(actor: TenantActor, work: (tx: TenantTx) => Promise<T>, mode: Mode = 'writes'): Promise<T> {
    return inChatbot(this.#options, actor, work, mode);
  }
}

const toDocument = ({ permission, uploadedAt, ...row }: sql.DocumentRow): KnowledgeDocument => ({
  ...row,
  audience: permission === 'assistant.use' ? 'everyone' : 'administrators',
  uploadedAt: uploadedAt.toISOString(),
});
