import { crc32, deflateRawSync } from 'node:zlib';

interface Packed {
  content: Buffer;
  /** What the archive says of the size, if it lies. */
  claimed?: number;
  /** As Unix has it; a link is 0o120777. */
  mode?: number;
}

/** Writes an archive, also one that no program would write. */
export function writeZip(files: Record<string, string | Buffer | Packed>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, file] of Object.entries(files)) {
    const { content, claimed, mode = 0o100644 }: Packed = typeof file === 'string' || Buffer.isBuffer(file) ? { content: Buffer.from(file) } : file; // prettier-ignore
    const packed = deflateRawSync(content);
    const bytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimed ?? content.length, 18);
    fields.writeUInt16LE(bytes.length, 22);
    bodies.push(Buffer.from('PK\x03\x04'), fields, bytes, packed);
    const more = Buffer.alloc(14);
    more.writeUInt32LE((mode << 16) >>> 0, 6);
    more.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), fields, more, bytes);
    at += 4 + fields.length + bytes.length + packed.length;
  }
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), end]);
}
