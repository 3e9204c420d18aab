/** How many codes of each length, from 1 bit on, and their symbols: the standard table for steps of brightness. */
const COUNTS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const SYMBOLS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const COM_MOST = 65_533;

/** Codes in order of their lengths (ITU T.81, annex C). */
function huffmanCodes(): Map<number, readonly [code: number, length: number]> {
  const codes = new Map<number, readonly [number, number]>();
  let code = 0;
  let next = 0;
  for (const [index, count] of COUNTS.entries()) {
    for (let at = 0; at < count; at += 1) codes.set(SYMBOLS[next++]!, [code++, index + 1]);
    code <<= 1;
  }
  return codes;
}

/** Writes bits, with the zero that has to follow each byte of ones. */
class BitWriter {
  readonly bytes: number[] = [];
  #bits = 0;
  #count = 0;
  write(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      this.#bits = (this.#bits << 1) | ((value >> bit) & 1);
      if (++this.#count < 8) continue;
      this.bytes.push(this.#bits);
      if (this.#bits === 0xff) this.bytes.push(0);
      this.#bits = this.#count = 0;
    }
  }
  end(): void {
    while (this.#count > 0) this.write(1, 1);
  }
}

const word = (value: number) => [value >> 8, value & 0xff];
const segment = (marker: number, content: readonly number[]) => [0xff, marker, ...word(content.length + 2), ...content];

/** Comments of `size` bytes in all, which no picture shows. */
function comments(size: number): Uint8Array {
  const bytes = new Uint8Array(size).fill(0x20);
  for (let at = 0; at < size;) {
    const rest = size - at;
    // What is left must have room for a marker and a length.
    const length = rest <= COM_MOST + 2 ? rest : rest - (COM_MOST + 2) < 4 ? rest - 4 : COM_MOST + 2;
    bytes.set([0xff, 0xfe, ...word(length - 2)], at);
    at += length;
  }
  return bytes;
}

export type Color = readonly [red: number, green: number, blue: number];

/** As brightness and two differences of color. */
const components = ([red, green, blue]: Color) => [
  0.299 * red + 0.587 * green + 0.114 * blue - 128,
  -0.1687 * red - 0.3313 * green + 0.5 * blue,
  0.5 * red - 0.4187 * green - 0.0813 * blue,
];

/**
 * The bytes of a baseline JPEG (ITU T.81) of columns × rows blocks, each of 8 × 8 pixels in one color; exactly `size`
 * long where that is enough.
 */
export function jpegFile(
  columns: number,
  rows: number,
  colorAt: (x: number, y: number) => Color,
  size: number,
): Uint8Array {
  const codes = huffmanCodes();
  const bits = new BitWriter();
  const before = [0, 0, 0];
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1)
      for (const [index, value] of components(colorAt(x, y)).entries()) {
        // The mean of a block times 8, in steps of 8.
        const level = Math.round(value);
        const step = level - before[index]!;
        before[index] = level;
        const length = step === 0 ? 0 : 32 - Math.clz32(Math.abs(step));
        bits.write(...codes.get(length)!);
        if (length > 0) bits.write(step > 0 ? step : step + 2 ** length - 1, length);
        // Nothing else in the block: the only code of the second table.
        bits.write(0, 1);
      }
  bits.end();
  const start = [0xff, 0xd8, ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])];
  const picture = [
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    ...segment(0xc0, [8, ...word(rows * 8), ...word(columns * 8), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
    ...segment(0xc4, [0x00, ...COUNTS, ...SYMBOLS, 0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
  ];
  const rest = size - start.length - picture.length - bits.bytes.length - 2;
  const padding = rest >= 4 ? comments(rest) : new Uint8Array();
  const file = new Uint8Array(start.length + padding.length + picture.length + bits.bytes.length + 2);
  file.set(start);
  file.set(padding, start.length);
  file.set(picture, start.length + padding.length);
  file.set(bits.bytes, start.length + padding.length + picture.length);
  file.set([0xff, 0xd9], file.length - 2);
  return file;
}
