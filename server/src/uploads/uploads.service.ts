import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { isUuid, UPLOAD_BYTES, type Upload } from '@rise/contract';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { requireStorage } from '../plan-limits/storage-limit.service.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import { receivePart } from './receive-part.ts';
import {
  countUploads,
  deleteExpired,
  deleteUpload,
  extendUploads,
  findUpload,
  insertUpload,
  listUploads,
  lockUploads,
  setHash,
  setReceived,
  type UploadRow,
} from './uploads.sql.ts';

const MB = 1024 * 1024;
/** How long an upload stays without a new byte, and complete without use. */
const UNFINISHED_HOURS = 24;
const UNUSED_HOURS = 7 * 24;
/** Uploads of a tenant, however small. */
const MOST_UPLOADS = 2000;
/** Bytes that stay free on the disk. */
const RESERVE_BYTES = 512 * MB;
/** A part that has received nothing for so long gives way to another request for the same upload. */
const STALLED_MS = 4000;

export interface UploadOptions {
  readonly database: Database;
  /** Folder of the data versions, with one folder per tenant: they count in a tenant's plan. */
  readonly warehouseDirectory: string;
  /** Folder of the files, with one folder per tenant. */
  readonly directory: string;
  /** Bytes that one tenant's uploads may take up together. */
  readonly storageBytes: number;
}

/** A complete file. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly path: string;
}

/** Forgets uploads of a tenant whose files are not there or too short, as after a restore. */
export async function forgetMissingUploads(database: Database, tenantId: string, directory: string): Promise<void> {
  const actor = systemIn(tenantId);
  for (const { id, received } of await database.withTenant(actor, listUploads)) {
    const size = await stat(join(directory, tenantId, id)).then(
      (file) => file.size,
      () => 0,
    );
    if (size < received) await database.withTenant(actor, (tx) => deleteUpload(tx, id));
  }
}

/** A request that is writing to an upload. */
interface Writer {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  lastByteAt: number;
}

/** Uploaded files: their bytes in the data directory, what is safely there in PostgreSQL. */
export class UploadService {
  readonly #options: UploadOptions;
  readonly #database: Database;
  readonly #writers = new Map<string, Writer>();
  /** Files that an import reads, by the number of readers. */
  readonly #inUse = new Map<string, number>();

  constructor(options: UploadOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  /** The tenant's uploads, and the storage that they take up. */
  async list(actor: TenantActor): Promise<{ uploads: Upload[]; storage: { limit: number; used: number } }> {
    const rows = await this.#database.withTenant(actor, listUploads, 'reads');
    const used = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      uploads: rows.map(({ id, name, bytes, received, createdAt, expiresAt }) => ({
        id,
        name,
        bytes,
        received,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
      storage: { limit: this.#options.storageBytes, used },
    };
  }

  /** Returns the new upload's id. Throws STORAGE_FULL. */
  async create(actor: TenantActor, file: { name: string; bytes: number }): Promise<string> {
    const folder = this.#folder(actor.tenantId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < file.bytes + RESERVE_BYTES)
      throw new UserError('STORAGE_FULL', 'The disk of the server has no space for this file. Tell your operator.');
    return this.#database.withTenant(actor, async (tx) => {
      await lockUploads(tx);
      const { count, bytes } = await countUploads(tx);
      if (bytes + file.bytes > this.#options.storageBytes || count >= MOST_UPLOADS)
        throw new UserError('STORAGE_FULL', 'Your uploads leave no space for this file. Remove some of them first.');
      await requireStorage(tx, this.#options.warehouseDirectory, file.bytes);
      const id = await insertUpload(tx, { ...file, hours: UNFINISHED_HOURS });
      actor.record?.note({ after: { name: file.name, bytes: file.bytes } }, id);
      // Before the commit: an upload always has a file.
      await createFile(join(folder, id));
      return id;
    });
  }

  /** Copies a file of the server's machine. Throws STORAGE_FULL, and VALIDATION_FAILED for one that cannot be read. */
  async add(actor: TenantActor, path: string, name: string): Promise<string> {
    const size = await stat(path).then(
      (found) => (found.isFile() ? found.size : null),
      () => null,
    );
    if (size === null) throw new UserError('VALIDATION_FAILED', `${path} is no file that can be read.`);
    if (size > UPLOAD_BYTES)
      throw new UserError('PAYLOAD_TOO_LARGE', `${path} is larger than ${UPLOAD_BYTES} bytes. Split it.`);
    const id = await this.create(actor, { name, bytes: size });
    try {
      await this.append(actor, id, { offset: 0, body: createReadStream(path, { highWaterMark: MB }) });
      return id;
    } catch (error) {
      await this.remove(actor, id);
      throw error;
    }
  }

  /** Throws NOT_FOUND. */
  async find(actor: TenantActor, id: string): Promise<UploadRow> {
    const found = await this.#database.withTenant(actor, (tx) => findUpload(tx, id), 'reads');
    if (!found) throw notFound();
    return found;
  }

  /** The offset of an upload. A part that nothing arrives of any more ends first, so that its bytes count. */
  async offset(actor: TenantActor, id: string): Promise<UploadRow> {
    await this.find(actor, id);
    await this.#endStalled(id);
    return this.find(actor, id);
  }

  /**
   * Appends a part and returns the new offset. Throws CONFLICT for another offset than the stored one, LOCKED while
   * another part of the same upload arrives.
   */
  async append(actor: TenantActor, id: string, part: { offset: number; body: Readable }): Promise<number> {
    await this.#endStalled(id);
    if (this.#writers.has(id)) throw new UserError('LOCKED');
    const { writer, end } = startWriter();
    this.#writers.set(id, writer);
    try {
      const { received, bytes } = await this.find(actor, id);
      if (part.offset !== received)
        throw new UserError('CONFLICT', `The next part begins at byte ${received}, not at ${part.offset}.`);
      let from = received;
      const offset = await receivePart({
        path: join(this.#folder(actor.tenantId), id),
        offset: received,
        length: bytes,
        body: part.body,
        signal: writer.stop.signal,
        onBytes: () => {
          writer.lastByteAt = Date.now();
        },
        save: async (to) => {
          await this.#save(actor, id, { from, to, isComplete: to === bytes });
          from = to;
        },
      });
      if (offset === bytes) await this.#ensureHash(actor, id);
      return offset;
    } finally {
      this.#writers.delete(id);
      end();
    }
  }

  /** Throws CONFLICT while an import reads it. */
  async remove(actor: TenantActor, id: string): Promise<void> {
    await this.find(actor, id);
    await this.#endStalled(id);
    if (this.#writers.has(id)) throw new UserError('LOCKED');
    if (this.#inUse.has(id)) throw new UserError('CONFLICT', 'An import is reading this file. Cancel it first.');
    await this.#database.withTenant(actor, (tx) => deleteUpload(tx, id));
    await rm(join(this.#folder(actor.tenantId), id), { force: true });
  }

  /**
   * Complete files by their ids, in that order, which stay for as long as `work` runs. Throws NOT_FOUND, and CONFLICT
   * for one that is not complete.
   */
  async use<T>(actor: TenantActor, ids: readonly string[], work: (files: StoredFile[]) => Promise<T>): Promise<T> {
    for (const id of ids) this.#inUse.set(id, (this.#inUse.get(id) ?? 0) + 1);
    try {
      const files: StoredFile[] = [];
      for (const id of ids) files.push(await this.#complete(actor, id));
      await this.#database.withTenant(actor, (tx) => extendUploads(tx, ids, UNUSED_HOURS));
      return await work(files);
    } finally {
      for (const id of ids) {
        const readers = this.#inUse.get(id)! - 1;
        if (readers === 0) this.#inUse.delete(id);
        else this.#inUse.set(id, readers);
      }
    }
  }

  /** Removes expired uploads of all tenants, and files without an upload. */
  async sweep(): Promise<void> {
    if (this.#database.readOnly) return;
    for (const { id: tenantId } of await activeTenants(this.#database)) {
      const actor = systemIn(tenantId);
      const rows = await this.#database.withTenant(actor, async (tx) => {
        await extendUploads(tx, [...this.#inUse.keys(), ...this.#writers.keys()], UNFINISHED_HOURS);
        await deleteExpired(tx);
        return listUploads(tx);
      });
      const known = new Set(rows.map(({ id }) => id));
      for (const name of await readdir(this.#folder(tenantId)).catch(() => [])) {
        // A file may be that of an upload which is being created.
        if (known.has(name) || (await this.#exists(actor, name))) continue;
        await rm(join(this.#folder(tenantId), name), { force: true });
      }
    }
  }

  #folder(tenantId: string): string {
    return join(this.#options.directory, tenantId);
  }

  /** After the lock under which uploads are created, so that none is being created. */
  #exists(actor: TenantActor, id: string): Promise<boolean> {
    return this.#database.withTenant(actor, async (tx) => {
      await lockUploads(tx);
      return isUuid(id) && (await findUpload(tx, id)) !== null;
    });
  }

  async #complete(actor: TenantActor, id: string): Promise<StoredFile> {
    const { name, bytes, received } = await this.find(actor, id);
    if (received < bytes)
      throw new UserError('CONFLICT', `The upload of ${name} is not complete: ${received} of ${bytes} bytes.`);
    const sha256 = await this.#ensureHash(actor, id);
    return { id, name, bytes, sha256, path: join(this.#folder(actor.tenantId), id) };
  }

  /** Computes the hash of a complete file once. */
  async #ensureHash(actor: TenantActor, id: string): Promise<string> {
    const { sha256 } = await this.find(actor, id);
    if (sha256 !== null) return sha256;
    const computed = await hashFile(join(this.#folder(actor.tenantId), id));
    await this.#database.withTenant(actor, (tx) => setHash(tx, id, computed));
    return computed;
  }

  async #save(
    actor: TenantActor,
    id: string,
    { from, to, isComplete }: { from: number; to: number; isComplete: boolean },
  ): Promise<void> {
    const hours = isComplete ? UNUSED_HOURS : UNFINISHED_HOURS;
    const saved = await this.#database.withTenant(actor, (tx) => setReceived(tx, id, { from, to, hours }));
    if (!saved) throw new UserError('CONFLICT', 'Another request has changed this upload. Read its offset again.');
  }

  /** Ends a part of which nothing has arrived for a while: its client may have come back over another connection. */
  async #endStalled(id: string): Promise<void> {
    const writer = this.#writers.get(id);
    if (!writer || Date.now() - writer.lastByteAt < STALLED_MS) return;
    writer.stop.abort();
    await writer.ended;
  }
}

function startWriter(): { writer: Writer; end: () => void } {
  let end = () => undefined as void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { writer: { stop: new AbortController(), ended, lastByteAt: Date.now() }, end };
}

async function createFile(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  await file.close();
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: MB })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
