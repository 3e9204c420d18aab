const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Pixels and how they are drawn: no texts, times, profiles or data of programs. */
const PNG_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'pHYs', 'gAMA', 'sRGB', 'IDAT', 'IEND']);
/** Tables, frames and scans of a JPEG file, and its plain header JFIF. */
const JPEG_SEGMENTS: ReadonlySet<number> = new Set([0xe0, 0xdb, 0xc0, 0xc2, 0xc4, 0xdd, 0xda]);
const [START, END, SCAN, HEADER] = [0xd8, 0xd9, 0xda, 0xe0] as const;

/**
 * Whether a PNG or JPEG file has nothing but a picture: no metadata, and nothing behind its end, where another file could
 * be hidden.
 */
export function isBarePicture(bytes: Buffer): boolean {
  return bytes.subarray(0, PNG.length).equals(PNG) ? isBarePng(bytes) : isBareJpeg(bytes);
}

function isBarePng(bytes: Buffer): boolean {
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!PNG_CHUNKS.has(type)) return false;
    at += 12 + bytes.readUInt32BE(at);
    if (type === 'IEND') return at === bytes.length;
  }
  return false;
}

function isBareJpeg(bytes: Buffer): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== START) return false;
  for (let at = 2; at + 2 <= bytes.length;) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff) return false;
    if (marker === END) return at + 2 === bytes.length;
    if (!JPEG_SEGMENTS.has(marker) || at + 4 > bytes.length) return false;
    const length = bytes.readUInt16BE(at + 2);
    // No room for a small picture beside the picture.
    if (marker === HEADER && (length !== 16 || bytes.toString('latin1', at + 4, at + 9) !== 'JFIF\0')) return false;
    at += 2 + length;
    if (marker === SCAN) at = endOfScan(bytes, at);
  }
  return false;
}

/** Where the marker behind compressed data begins: in it, 0xff is followed by 0 or by the sign of a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; ; at += 2) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) return bytes.length;
    const next = bytes[at + 1] ?? END;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
}
