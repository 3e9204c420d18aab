import { createHash } from 'node:crypto';
import { KNOWLEDGE_LIMITS, type KnowledgeSkip } from '@rise/contract';
import { systemIn, type TenantActor } from '../../kernel/actor.ts';
import type { Database, TenantTx } from '../../kernel/database/database.ts';
import { textOfFile } from '../confluence/attachments.rules.ts';
import type { RunCounts } from '../knowledge-sources.sql.ts';
import { passagesOfText } from '../passages-of-text.rules.ts';
import { RunStopped, type SourceReading } from '../source-reading.ts';
import { listFolder, readListed } from './list-folder.ts';
import { fileTarget, markdownFile } from './markdown-file.rules.ts';
import * as sql from './folder-documents.sql.ts';

const SHOWN_SKIPS = 50;
/** Files between two reports: most are read without a change, in less time than a report takes. */
const REPORTED_EACH = 20;
/** Raised when files are read in another way, so that all are read again. */
const READ_AS = '1';

export interface FolderSyncOptions {
  readonly database: Database;
  readonly tenantId: string;
  /** Id of the source. */
  readonly source: string;
  /** Where the folder is. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Stores how far it is; false: stop. */
  readonly report: (counts: RunCounts) => Promise<boolean>;
  /** What the run had counted when it was cut off; zeros at its beginning. */
  readonly counted: Pick<RunCounts, 'added' | 'changed' | 'removed'>;
}

/** Brings the documents of one folder to what it contains now. One run has one of it. */
export class FolderSync implements SourceReading {
  readonly #options: FolderSyncOptions;
  readonly #actor: TenantActor;
  readonly counts: { -readonly [Key in keyof RunCounts]: number };
  readonly skips: KnowledgeSkip[] = [];

  constructor(options: FolderSyncOptions) {
    this.#options = options;
    const { added, changed, removed } = options.counted;
    this.counts = { done: 0, total: 0, added, changed, removed, skipped: 0 };
    this.#actor = systemIn(options.tenantId);
  }

  /**
   * Reads what has changed, by the contents of files: times of change differ between servers, and after a checkout. Throws
   * `RunStopped`, `FolderUnreadable` before anything is removed, or the signal's reason.
   */
  async read(): Promise<void> {
    const { folder, source, signal } = this.#options;
    const { paths, skips } = await listFolder(folder, signal);
    for (const { title, reason } of skips) this.#skip(title, reason);
    this.counts.total = paths.length;
    const known = new Map((await this.#inTenant((tx) => sql.listFiles(tx, source))).map((file) => [file.path, file]));
    const listed = new Set(paths);
    await this.#remove([...known.values()].filter(({ path }) => !listed.has(path)));
    for (const path of paths) {
      signal.throwIfAborted();
      await this.#readFile(path, known.get(path) ?? null);
      this.counts.done += 1;
      if (this.counts.done % REPORTED_EACH === 0) await this.#report();
    }
    await this.#report();
  }

  async #readFile(path: string, before: sql.FileRow | null): Promise<void> {
    const { folder, source } = this.#options;
    const bytes = await readListed(folder, path);
    const text = typeof bytes === 'string' ? null : textOfFile(bytes, KNOWLEDGE_LIMITS.characters + 1);
    if (typeof bytes === 'string' || text === null || text.length > KNOWLEDGE_LIMITS.characters) {
      this.#skip(path, typeof bytes === 'string' ? bytes : text === null ? 'unreadable' : 'large');
      // It answers with what it no longer says.
      return before ? this.#remove([before]) : undefined;
    }
    const digest = createHash('sha256').update(`${READ_AS}\n`).update(bytes).digest();
    const { title, content } = markdownFile(path, text);
    const isSame = before !== null && digest.equals(before.digest);
    if (isSame && before.passages > 0) return;
    const passages = passagesOfText({ kind: 'markdown', content, targetOf: (href) => fileTarget(path, href) });
    if (passages.length === 0) this.#skip(path, 'empty');
    if (isSame) return;
    const document = { source, path, name: title, bytes: bytes.length, digest };
    if (!(await this.#inTenant((tx) => sql.putFile(tx, document, passages)))) throw new RunStopped();
    this.counts[before ? 'changed' : 'added'] += 1;
  }

  async #remove(files: readonly sql.FileRow[]): Promise<void> {
    const ids = files.map(({ id }) => id);
    this.counts.removed += await this.#inTenant((tx) => sql.deleteFiles(tx, this.#options.source, ids));
  }

  #skip(title: string, reason: KnowledgeSkip['reason']): void {
    this.counts.skipped += 1;
    if (this.skips.length < SHOWN_SKIPS) this.skips.push({ title: title.slice(0, KNOWLEDGE_LIMITS.name), reason });
  }

  async #report(): Promise<void> {
    if (!(await this.#options.report(this.counts))) throw new RunStopped();
  }

  #inTenant<T>(work: (tx: TenantTx) => Promise<T>): Promise<T> {
    return this.#options.database.withTenant(this.#actor, work);
  }
}
