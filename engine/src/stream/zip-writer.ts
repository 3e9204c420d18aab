import { constants, crc32, deflateRawSync } from 'node:zlib';
import { QueryError } from '../errors.ts';

/** The fields of a ZIP archive without its 64-bit extension end here. */
const MAX_SIZE = 0xff_ff_ff_ff;
/** Midnight of 1 January 1980, the first day that the format knows: files do not differ by when they were written. */
const DOS_DATE = 0x00_21;
const DEFLATED = 8;
/** Sizes follow the content, and names are in UTF-8. */
const FLAGS = 0x08_08;

interface Entry {
  name: Buffer;
  offset: number;
  crc: number;
  size: number;
  compressed: number;
}

/** Writes a ZIP archive piece by piece; nothing but the list of its entries stays in memory. */
export class ZipWriter {
  readonly #entries: Entry[] = [];
  #offset = 0;

  /** Uncompressed bytes of the entry that is being written. */
  get entrySize(): number {
    return this.#entries.at(-1)?.size ?? 0;
  }

  /** Begins an entry; the one before has ended. */
  begin(name: string): Buffer {
    const entry = { name: Buffer.from(name), offset: this.#offset, crc: 0, size: 0, compressed: 0 };
    this.#entries.push(entry);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04_03_4b_50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(FLAGS, 6);
    head.writeUInt16LE(DEFLATED, 8);
    head.writeUInt16LE(DOS_DATE, 12);
    head.writeUInt16LE(entry.name.length, 26);
    return this.#sent(Buffer.concat([head, entry.name]));
  }

  /** Content of the entry. Each piece is compressed by itself, so that none has to wait for the next. */
  write(content: Buffer): Buffer {
    if (content.length === 0) return content;
    const entry = this.#entries.at(-1)!;
    entry.crc = crc32(content, entry.crc);
    entry.size += content.length;
    const bytes = deflateRawSync(content, { level: 4, finishFlush: constants.Z_SYNC_FLUSH });
    entry.compressed += bytes.length;
    return this.#sent(bytes);
  }

  end(): Buffer {
    const entry = this.#entries.at(-1)!;
    const last = deflateRawSync(Buffer.alloc(0));
    entry.compressed += last.length;
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08_07_4b_50, 0);
    descriptor.writeUInt32LE(entry.crc, 4);
    descriptor.writeUInt32LE(entry.compressed, 8);
    descriptor.writeUInt32LE(entry.size, 12);
    return this.#sent(Buffer.concat([last, descriptor]));
  }

  /** The list of entries, which ends the archive. */
  finish(): Buffer {
    const start = this.#offset;
    const list = Buffer.concat(this.#entries.map(listed));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06_05_4b_50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(list.length, 12);
    end.writeUInt32LE(start, 16);
    return Buffer.concat([list, end]);
  }

  #sent(bytes: Buffer): Buffer {
    this.#offset += bytes.length;
    if (this.#offset > MAX_SIZE) {
      const message = 'The workbook is larger than 4 GB, which spreadsheets cannot open. Export CSV or Parquet.';
      throw new QueryError([{ field: 'format', message }]);
    }
    return bytes;
  }
}

function listed({ name, offset, crc, size, compressed }: Entry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02_01_4b_50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(DEFLATED, 10);
  head.writeUInt16LE(DOS_DATE, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(compressed, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}
