/** Text in bytes of UTF-8. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Repeats lines until they have exactly `size` bytes of UTF-8; what is left is filled with spaces. */
export function filledText(lines: readonly string[], size: number): Uint8Array {
  const bytes = new Uint8Array(size).fill(0x20);
  let end = 0;
  for (let index = 0; ; index += 1) {
    const line = utf8(`${lines[index % lines.length]!}\n`);
    if (end + line.length > size) break;
    bytes.set(line, end);
    end += line.length;
  }
  return bytes;
}

/** Bytes in base64. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  // `fromCharCode` takes only so many at a time.
  for (let start = 0; start < bytes.length; start += 0x8000)
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(text);
}

/** The number of bytes in the base64 of a data URL. */
export function bytesOf(dataUrl: string): number {
  const start = dataUrl.indexOf(',') + 1;
  const padding = dataUrl.endsWith('==') ? 2 : dataUrl.endsWith('=') ? 1 : 0;
  return Math.floor(((dataUrl.length - start) * 3) / 4) - padding;
}
