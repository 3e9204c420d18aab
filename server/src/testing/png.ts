import { inflateSync } from 'node:zlib';

export interface DecodedPng {
  readonly width: number;
  readonly height: number;
  /** How many different colors its pixels have. */
  readonly colors: number;
}

/** Decodes a PNG of 8 bits with or without alpha, not interlaced (ISO/IEC 15948). Throws for anything else. */
export function decodePng(file: Uint8Array): DecodedPng {
  const bytes = Buffer.from(file);
  if (bytes.readBigUInt64BE(0) !== 0x89504e470d0a1a0an) throw new Error('not a PNG');
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const [width, height, depth, type, , , interlaced] = [
    bytes.readUInt32BE(16),
    bytes.readUInt32BE(20),
    ...bytes.subarray(24, 29),
  ];
  const channels = ({ 2: 3, 6: 4 } as Record<number, number>)[type!];
  if (depth !== 8 || channels === undefined || interlaced !== 0) throw new Error('another kind of PNG');
  const rows = unfiltered(inflateSync(Buffer.concat(data)), width! * channels, channels);
  const colors = new Set<string>();
  for (const row of rows)
    for (let at = 0; at < row.length; at += channels) colors.add(row.toString('latin1', at, at + channels));
  if (rows.length !== height) throw new Error('incomplete');
  return { width: width!, height, colors: colors.size };
}

function unfiltered(raw: Buffer, stride: number, channels: number): Buffer[] {
  const rows: Buffer[] = [];
  let above = Buffer.alloc(stride);
  for (let at = 0; at < raw.length; at += stride + 1) {
    const filter = raw[at]!;
    const row = Buffer.from(raw.subarray(at + 1, at + 1 + stride));
    for (let x = 0; x < stride; x += 1) {
      const left = x < channels ? 0 : row[x - channels]!;
      const corner = x < channels ? 0 : above[x - channels]!;
      row[x] = (row[x]! + predicted(filter, left, above[x]!, corner)) & 255;
    }
    rows.push(row);
    above = row;
  }
  return rows;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 4) {
    const [byLeft, byUp, byCorner] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs);
    return byLeft! <= byUp! && byLeft! <= byCorner! ? left : byUp! <= byCorner! ? up : corner;
  }
  return [0, left, up, (left + up) >> 1][filter]!;
}
