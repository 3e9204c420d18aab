import { KNOWLEDGE_LIMITS, type KnowledgeDocument, type KnowledgeText, type KnowledgeUpload } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, Mode, TenantTx } from '../kernel/database/database.ts';
import { invalidField, notFound, UserError } from '../kernel/errors/user-error.ts';
import { inChatbot } from '../tenants/tenants.service.ts';
import { documentReaderOf } from './document-reader-of.ts';
import { resolveLinks } from './folders/file-links.ts';
import * as sql from './knowledge.sql.ts';
import { passagesOfText, type TextPassage } from './passages-of-text.rules.ts';
import type { PdfReader } from './pdf-reader.ts';

export interface KnowledgeOptions {
  readonly database: Database;
  /** Whether tenants have the assistant unless they are set otherwise: without it there are no documents for it. */
  readonly enabled: boolean;
  /** The email address of an actor. */
  readonly author: (actor: TenantActor) => Promise<string | null>;
  readonly pdfs: PdfReader;
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
  async upload(actor: TenantActor, uploaded: KnowledgeUpload): Promise<KnowledgeDocument> {
    const { name, kind, audience } = uploaded;
    const { bytes, passages } = await this.#read(uploaded);
    if (passages.length === 0) throw invalidField('content', 'The document contains no text.');
    const author = await this.#options.author(actor);
    const document = { name, kind, bytes, permission: PERMISSIONS[audience], author };
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
    const reader = await documentReaderOf(this.#options.database, actor);
    return this.#inTenant(
      actor,
      async (tx) => {
        const document = await sql.findOpenDocument(tx, id, reader);
        if (!document) throw notFound();
        const { name, path, sourceName, uploadedAt } = document;
        const passages = await sql.listPassages(tx, id);
        const links = await resolveLinks(tx, document, passages);
        return {
          id,
          name,
          file: path === null ? null : `${sourceName}/${path}`,
          uploadedAt: uploadedAt.toISOString(),
          passages: passages.map((passage, index) => ({ ...passage, links: links[index]! })),
        };
      },
      'reads',
    );
  }

  async #read({ kind, content }: KnowledgeUpload): Promise<{ bytes: number; passages: TextPassage[] }> {
    if (kind !== 'pdf') return { bytes: Buffer.byteLength(content), passages: passagesOfText({ kind, content }) };
    const file = Buffer.from(content, 'base64');
    if (file.length > KNOWLEDGE_LIMITS.pdfBytes)
      throw invalidField('content', `Use a file of at most ${KNOWLEDGE_LIMITS.pdfBytes / 1024 / 1024} MB.`);
    const text = await this.#options.pdfs.readPdf(file);
    if (text === null)
      throw invalidField('content', 'This PDF cannot be read: it is damaged, or protected by a password.');
    return { bytes: Math.max(1, file.length), passages: passagesOfText({ kind: 'text', content: text }) };
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
