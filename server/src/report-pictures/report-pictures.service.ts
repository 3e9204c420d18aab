import { createHash } from 'node:crypto';
import {
  PICTURE_FILE_BYTES,
  tilesOf,
  type ErrorDetail,
  type PictureReference,
  type ReportDocument,
  type StoredPicture,
  type TileOf,
} from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { invalidField, notFound, UserError } from '../kernel/errors/user-error.ts';
import { findReport } from '../reports/report-changes.service.ts';
import { isBarePicture } from './bare-picture.rules.ts';
import type { PictureReader } from './picture-reader.ts';
import * as sql from './report-pictures.sql.ts';

export { PictureReader } from './picture-reader.ts';
export type { PictureRow } from './report-pictures.sql.ts';

/** Of all pictures of a tenant. */
const STORAGE_BYTES = 512 * 1024 * 1024;

/** Pictures of reports: what people upload is encoded again, and stored by the hash of its bytes for good. */
export class ReportPictureService {
  readonly #database: Database;
  readonly #reader: PictureReader;

  constructor({ database, reader }: { database: Database; reader: PictureReader }) {
    this.#database = database;
    this.#reader = reader;
  }

  /** For a report that the person may edit. VALIDATION_FAILED for what is no picture; STORAGE_FULL where there are too many. */
  async upload(actor: TenantActor, report: string, data: string): Promise<StoredPicture> {
    await this.#database.withTenant(actor, (tx) => requireEditable(tx, actor, report), 'reads');
    const file = Buffer.from(data, 'base64');
    if (file.length > PICTURE_FILE_BYTES)
      throw new UserError('VALIDATION_FAILED', undefined, [
        { field: 'data', message: `Use a file of at most ${PICTURE_FILE_BYTES / 1024 / 1024} MB.` },
      ]);
    const { bytes, ...drawn } = await this.#reader.read(file, 'draws');
    const row = { ...drawn, bytes: Buffer.from(bytes), hash: hashOf(bytes) };
    await this.#database.withTenant(actor, async (tx) => {
      await requireEditable(tx, actor, report);
      await store(tx, [row]);
    });
    return toPicture(row);
  }

  /** One that the report has, or once had: its versions and freezes show it still. */
  read(actor: TenantActor, report: string, hash: string): Promise<StoredPicture> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        await findReport(tx, actor, report, 'reads');
        return pictureIn(tx, report, hash);
      },
      'reads',
    );
  }

  /**
   * The rows of files that the portal wrote before, by their hashes, to be stored with the documents that show them.
   * VALIDATION_FAILED for a file that has anything beside its picture, or another hash.
   */
  async readFiles(files: readonly { hash: string; bytes: Buffer }[]): Promise<sql.PictureRow[]> {
    const rows: sql.PictureRow[] = [];
    for (const { hash, bytes } of files) {
      const isOwn = hashOf(bytes) === hash && isBarePicture(bytes);
      const read = isOwn ? await this.#reader.read(bytes, 'checks') : null;
      if (!read) throw invalidField(hash, CHANGED);
      rows.push({ ...read, bytes, hash });
    }
    return rows;
  }
}

const CHANGED =
  'The file is not as the portal wrote it. Pull the report again, or upload the picture in the report’s editor.';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const toPicture = ({ bytes, ...row }: sql.PictureRow): StoredPicture => ({ ...row, data: bytes.toString('base64') });

async function requireEditable(tx: TenantTx, actor: TenantActor, report: string): Promise<void> {
  const { can } = await findReport(tx, actor, report, 'reads');
  if (!can.edit) throw notFound();
}

/** STORAGE_FULL where the tenant has too many. */
export async function store(tx: TenantTx, rows: readonly sql.PictureRow[]): Promise<void> {
  await sql.deleteUnused(tx);
  for (const row of rows) await sql.putPicture(tx, row);
  if ((await sql.storedBytes(tx)) > STORAGE_BYTES)
    throw new UserError('STORAGE_FULL', 'The pictures of your reports take up all the storage that there is for them.');
}

/** A picture that a report has, or once had. Throws NOT_FOUND. */
export async function pictureIn(tx: TenantTx, report: string, hash: string): Promise<StoredPicture> {
  const row = await sql.pictureOfReport(tx, report, hash);
  if (!row) throw notFound();
  return toPicture(row);
}

/** The tiles of a document that show a picture. */
export const imagesOf = (document: ReportDocument): TileOf<'image'>[] =>
  tilesOf(document).filter((tile) => tile.kind === 'image');

/** The pictures that documents show. */
export const picturesIn = (documents: readonly ReportDocument[]): PictureReference[] =>
  documents.flatMap((document) => imagesOf(document).map(({ picture }) => picture));

/** By hash, the pictures of some references. */
export async function picturesOf(
  tx: TenantTx,
  references: readonly PictureReference[],
): Promise<Map<string, sql.PictureRow>> {
  if (references.length === 0) return new Map();
  const rows = await sql.pictures(tx, [...new Set(references.map(({ hash }) => hash))]);
  return new Map(rows.map((row) => [row.hash, row]));
}

/** Throws VALIDATION_FAILED for tiles whose picture the tenant does not have, in that size. */
export async function requirePictures(tx: TenantTx, document: ReportDocument): Promise<void> {
  const images = imagesOf(document);
  if (images.length === 0) return;
  const sizes = await sql.pictureSizes(tx, [...new Set(images.map(({ picture }) => picture.hash))]);
  const issues = images.flatMap(({ id, picture }): ErrorDetail[] => {
    const found = sizes.find(({ hash }) => hash === picture.hash);
    if (!found) return [{ field: `tiles.${id}.picture`, message: MISSING }];
    if (found.width === picture.width && found.height === picture.height) return [];
    const message = `The picture has ${found.width} × ${found.height} pixels. Write that as its width and height.`;
    return [{ field: `tiles.${id}.picture`, message }];
  });
  if (issues.length > 0) throw new UserError('VALIDATION_FAILED', undefined, issues);
}

const MISSING =
  'The portal does not have this picture. Upload it in the report’s editor, or push its file with the report.';
