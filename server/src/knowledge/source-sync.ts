import { KNOWLEDGE_LIMITS, visibleLine, type KnowledgeSkip } from '@rise/contract';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { attachmentKind, ATTACHMENT_BYTES, textOfFile } from './confluence/attachments.rules.ts';
import { AnswerTooLarge, ConfluenceError } from './confluence/confluence-failure.rules.ts';
import type {
  ConfluenceSite,
  RemoteAttachment,
  RemotePage,
  RemoteSpace,
  RemoteText,
} from './confluence/confluence-site.ts';
import { textOfStorage } from './confluence/storage-text.rules.ts';
import type { RunCounts, SpaceRow } from './knowledge-sources.sql.ts';
import { passagesOfText, type TextPassage } from './passages-of-text.rules.ts';
import type { PdfReader } from './pdf-reader.ts';
import * as sql from './remote-documents.sql.ts';
import { RunStopped, type SourceReading } from './source-reading.ts';

/** Pages that are read at the same time. */
const AT_ONCE = 4;
/** Documents of a tenant that come from sources. */
const MOST_DOCUMENTS = 20_000;
const SHOWN_SKIPS = 50;

export interface SourceSyncOptions {
  readonly database: Database;
  readonly tenantId: string;
  /** Id of the source. */
  readonly source: string;
  readonly site: ConfluenceSite;
  readonly pdfs: PdfReader;
  readonly signal: AbortSignal;
  /** Stores how far it is; false: stop. */
  readonly report: (counts: RunCounts) => Promise<boolean>;
  /** What the run had counted when it was cut off; zeros at its beginning. */
  readonly counted: Pick<RunCounts, 'added' | 'changed' | 'removed'>;
}

/** Brings the documents of one source to what its spaces contain now. One run has one of it. */
export class SourceSync implements SourceReading {
  readonly #options: SourceSyncOptions;
  readonly #actor: TenantActor;
  readonly counts: { -readonly [Key in keyof RunCounts]: number };
  readonly skips: KnowledgeSkip[] = [];
  /** Pages and folders whose rights were read in this run, or will be. */
  readonly #covered = new Set<string>();
  #documents = 0;

  constructor(options: SourceSyncOptions) {
    this.#options = options;
    const { added, changed, removed } = options.counted;
    this.counts = { done: 0, total: 0, added, changed, removed, skipped: 0 };
    this.#actor = systemIn(options.tenantId);
  }

  /**
   * Reads spaces, completely where wanted or where it was not done before, else what changed. Throws `RunStopped`, a
   * `ConfluenceError`, or the signal's reason. A space that is not there loses its passages, and is the failure once the
   * others are read.
   */
  async read(spaces: readonly SpaceRow[], isComplete: boolean): Promise<void> {
    this.#documents = await this.#inTenant(sql.countRemote);
    let missing: ConfluenceError | null = null;
    for (const space of spaces)
      try {
        await this.#readSpace(space, isComplete);
      } catch (error) {
        if (!(error instanceof ConfluenceError && error.code === 'space')) throw error;
        missing = error;
        await this.#remove((tx) => sql.keepPages(tx, this.#placeOf(space), []));
      }
    await this.#report();
    if (missing) throw missing;
  }

  async #readSpace(space: SpaceRow, isComplete: boolean): Promise<void> {
    const { site } = this.#options;
    // Before the listing: what changes while it is read is read again.
    const startedAt = new Date();
    const remote = await site.findSpace(space.key);
    const name = visibleLine(remote.name) || space.key;
    const readers = await site.spaceReaders(remote);
    if (readers === null) this.#skip(name, 'readers');
    await this.#inTenant((tx) => sql.saveSpaceReaders(tx, this.#placeOf(space), { name, readers }));
    if (isComplete || space.readTo === null) await this.#readAll(space, remote);
    else await this.#readChanges(space, remote, space.readTo);
    await this.#inTenant((tx) => sql.saveReadTo(tx, this.#placeOf(space), startedAt));
  }

  async #readAll(space: SpaceRow, remote: RemoteSpace): Promise<void> {
    const pages = await this.#options.site.listPages(remote);
    const ids = pages.map(({ id }) => id);
    for (const id of ids) this.#covered.add(id);
    // Only now is the listing known to be complete.
    const above = [...ids, ...pages.flatMap(({ ancestors }) => ancestors ?? [])];
    await this.#remove((tx) => sql.keepPages(tx, this.#placeOf(space), above));
    await this.#eachPage(pages, (page) => this.#readPage(space, remote, page));
  }

  async #readChanges(space: SpaceRow, remote: RemoteSpace, since: Date): Promise<void> {
    const ids = await this.#options.site.listChanged(remote, since);
    await this.#eachPage(ids, async (id) => {
      const text = await this.#options.site.readPage(remote, id).catch(tooLarge);
      if (text === 'large') return this.#skip(id, 'large');
      if (text === null) {
        await this.#remove((tx) => sql.deletePages(tx, this.#options.source, [id]));
        return;
      }
      await this.#readPage(space, remote, { id, title: text.title, version: text.version, ancestors: text.ancestors }, text); // prettier-ignore
    });
  }

  /** Some at once, in their order; the first failure ends all. */
  async #eachPage<Page>(pages: readonly Page[], read: (page: Page) => Promise<void>): Promise<void> {
    this.counts.total += pages.length;
    const rest = pages.values();
    const work = async () => {
      for (const page of rest) {
        this.#options.signal.throwIfAborted();
        await read(page);
        this.counts.done += 1;
        await this.#report();
      }
    };
    const workers = Array.from({ length: AT_ONCE }, work);
    await Promise.all(workers).catch(async (error: unknown) => {
      rest.return?.();
      await Promise.allSettled(workers);
      throw error;
    });
  }

  /** Rights first, in one transaction with the text that they guard. `text` where it was read already. */
  async #readPage(
    space: SpaceRow,
    remote: RemoteSpace,
    page: RemotePage,
    text: RemoteText | null = null,
  ): Promise<void> {
    const { site, source } = this.#options;
    const title = visibleLine(page.title).slice(0, KNOWLEDGE_LIMITS.name) || page.id;
    const known = await this.#inTenant((tx) => sql.pageDocuments(tx, source, page.id));
    const own = known.find(({ attachmentId }) => attachmentId === null);
    const isChanged = own?.version !== page.version;
    const read = text ?? (isChanged ? await site.readPage(remote, page.id).catch(tooLarge) : null);
    // Gone since the listing.
    if (isChanged && read === null) {
      await this.#remove((tx) => sql.deletePages(tx, source, [page.id]));
      return;
    }
    const ancestors = page.ancestors ?? (await site.ancestorsOf(page.id));
    const restriction = ancestors === null ? null : await restrictionOf(site, page.id);
    if (restriction === null) this.#skip(title, 'restriction');
    await this.#readAbove(space, ancestors ?? []);
    const hasRoom = own !== undefined || this.#takeRoom(title);
    const passages = isChanged && hasRoom ? this.#passagesOf(title, read) : null;
    const url = site.addressOf(remote, page.id);
    await this.#inTenant(async (tx) => {
      const rights = { id: page.id, ancestors: ancestors ?? [], restriction };
      if (!(await sql.putPage(tx, this.#placeOf(space), rights))) throw new RunStopped();
      if (passages === null) return;
      const bytes = read === null || read === 'large' ? 0 : Buffer.byteLength(read.storage);
      const document = { source, page: page.id, attachment: null, name: title, kind: 'page', bytes, url } as const;
      await sql.putRemoteDocument(tx, { ...document, version: page.version }, passages);
    });
    if (passages !== null) this.counts[own ? 'changed' : 'added'] += 1;
    await this.#readAttachments(page.id, url, known);
  }

  #passagesOf(title: string, read: RemoteText | 'large' | null): TextPassage[] {
    const text = read === null || read === 'large' ? '' : textOfStorage(read.storage);
    if (read === 'large' || text.length > KNOWLEDGE_LIMITS.characters) this.#skip(title, 'large');
    return passagesOfText({ kind: 'markdown', content: text.slice(0, KNOWLEDGE_LIMITS.characters) });
  }

  /** The restrictions of what is above a page and in no listing: folders, and pages that are new. */
  async #readAbove(space: SpaceRow, ancestors: readonly string[]): Promise<void> {
    const { site, source } = this.#options;
    const others = ancestors.filter((id) => !this.#covered.has(id));
    if (others.length === 0) return;
    const missing = await this.#inTenant((tx) => sql.missingPages(tx, source, others));
    for (const id of missing) {
      this.#covered.add(id);
      const restriction = await restrictionOf(site, id);
      await this.#inTenant((tx) => sql.putPage(tx, this.#placeOf(space), { id, ancestors: [], restriction }));
    }
  }

  async #readAttachments(
    page: string,
    url: string,
    known: readonly { id: string; attachmentId: string | null; version: number }[],
  ): Promise<void> {
    const attachments = await this.#options.site.listAttachments(page);
    const ids = new Set(attachments.map(({ id }) => id));
    const gone = known.filter(({ attachmentId }) => attachmentId !== null && !ids.has(attachmentId));
    await this.#remove((tx) => sql.deleteDocuments(tx, gone.map(({ id }) => id))); // prettier-ignore
    for (const attachment of attachments) {
      const before = known.find(({ attachmentId }) => attachmentId === attachment.id);
      if (before?.version === attachment.version) continue;
      const name = visibleLine(attachment.title).slice(0, KNOWLEDGE_LIMITS.name) || attachment.id;
      const kind = attachmentKind(attachment);
      if (kind === null) this.#skip(name, 'kind');
      else if (attachment.bytes > ATTACHMENT_BYTES) this.#skip(name, 'large');
      else if (before !== undefined || this.#takeRoom(name)) {
        const passages = await this.#readFile(name, kind, attachment);
        const document = { source: this.#options.source, page, attachment: attachment.id, name, kind, url };
        const { bytes, version } = attachment;
        await this.#inTenant((tx) => sql.putRemoteDocument(tx, { ...document, bytes, version }, passages));
        this.counts[before ? 'changed' : 'added'] += 1;
      }
    }
  }

  /** Without passages where it cannot be read, so that it is not tried again in this version. */
  async #readFile(
    name: string,
    kind: 'markdown' | 'text' | 'pdf',
    attachment: RemoteAttachment,
  ): Promise<TextPassage[]> {
    const file = await this.#options.site.download(attachment, ATTACHMENT_BYTES);
    const text =
      file && (kind === 'pdf' ? await this.#options.pdfs.readPdf(file) : textOfFile(file, KNOWLEDGE_LIMITS.characters));
    if (text === null) {
      this.#skip(name, 'unreadable');
      return [];
    }
    const passages = passagesOfText({ kind: kind === 'markdown' ? kind : 'text', content: text });
    if (passages.length === 0) this.#skip(name, 'empty');
    return passages;
  }

  #takeRoom(title: string): boolean {
    this.#documents += 1;
    if (this.#documents <= MOST_DOCUMENTS) return true;
    this.#skip(title, 'limit');
    return false;
  }

  #skip(title: string, reason: KnowledgeSkip['reason']): void {
    this.counts.skipped += 1;
    const isKnown = this.skips.some((skip) => skip.title === title && skip.reason === reason);
    if (!isKnown && this.skips.length < SHOWN_SKIPS) this.skips.push({ title, reason });
  }

  async #report(): Promise<void> {
    if (!(await this.#options.report(this.counts))) throw new RunStopped();
  }

  #placeOf({ key }: SpaceRow): { source: string; key: string } {
    return { source: this.#options.source, key };
  }

  /** Others of the same run count while this one waits, so that it adds to what they have by then. */
  async #remove(work: (tx: TenantTx) => Promise<number>): Promise<void> {
    const removed = await this.#inTenant(work);
    this.counts.removed += removed;
  }

  #inTenant<T>(work: Parameters<typeof Database.prototype.withTenant<T>>[1]): Promise<T> {
    return this.#options.database.withTenant(this.#actor, work);
  }
}

function tooLarge(error: unknown): 'large' {
  if (error instanceof AnswerTooLarge) return 'large';
  throw error;
}

/** An answer that is not understood leaves open who may read. */
function restrictionOf(site: ConfluenceSite, id: string) {
  return site.restrictionOf(id).catch((error: unknown) => {
    if (error instanceof ConfluenceError && error.code === 'protocol') return null;
    throw error;
  });
}
