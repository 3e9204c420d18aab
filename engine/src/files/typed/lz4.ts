const MAGIC = 0x184d2204;

/** Unpacks one block of LZ4 after `at` bytes of the output, and returns where it ends. */
function readBlock(block: Uint8Array, output: Uint8Array, start: number): number {
  let at = start;
  for (let from = 0; from < block.length;) {
    const token = block[from++]!;
    let literals = token >> 4;
    if (literals === 15) for (let byte = 255; byte === 255; literals += byte) byte = block[from++] ?? 0;
    if (from + literals > block.length || at + literals > output.length)
      throw new RangeError('LZ4 literals are too long');
    output.set(block.subarray(from, from + literals), at);
    from += literals;
    at += literals;
    if (from >= block.length) break;
    const distance = block[from]! | (block[from + 1]! << 8);
    from += 2;
    let length = token & 15;
    if (length === 15) for (let byte = 255; byte === 255; length += byte) byte = block[from++] ?? 0;
    length += 4;
    if (distance === 0 || distance > at || at + length > output.length)
      throw new RangeError('An LZ4 match is out of range');
    // Matches may overlap what they write.
    if (distance >= length) output.copyWithin(at, at - distance, at - distance + length);
    else for (let index = 0; index < length; index++) output[at + index] = output[at - distance + index]!;
    at += length;
  }
  return at;
}

/** Unpacks frames of LZ4 (version 1.6.1), whose unpacked size is known. */
export function unpackLz4(frame: Uint8Array, size: number): Uint8Array {
  const output = new Uint8Array(size);
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  let at = 0;
  let from = 0;
  while (from + 7 <= frame.length) {
    if (view.getUint32(from, true) !== MAGIC) throw new RangeError('This is no LZ4 frame');
    const flags = frame[from + 4]!;
    from += 7 + (flags & 0x08 ? 8 : 0) + (flags & 0x01 ? 4 : 0);
    while (true) {
      const header = view.getUint32(from, true);
      from += 4;
      if (header === 0) break;
      const length = header & 0x7fffffff;
      const block = frame.subarray(from, from + length);
      if (header & 0x80000000) {
        if (at + length > size) throw new RangeError('An LZ4 block is too long');
        output.set(block, at);
        at += length;
      } else at = readBlock(block, output, at);
      from += length + (flags & 0x10 ? 4 : 0);
    }
    if (flags & 0x04) from += 4;
  }
  return output.subarray(0, at);
}
