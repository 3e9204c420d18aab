import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { isBarePicture } from './bare-picture.rules.ts';
import { checkPicture, redrawPicture } from './redraw-picture.ts';

/** A picture of stripes, which is not all one color. */
function stripes(width: number, height: number, channels: 3 | 4 = 3) {
  const pixels = Buffer.alloc(width * height * channels);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7) % 251;
  return sharp(pixels, { raw: { width, height, channels } });
}
const drawn = async (bytes: Uint8Array) => {
  const picture = await redrawPicture(bytes);
  expect(isBarePicture(Buffer.from(picture.bytes))).toBe(true);
  return picture;
};
/** A chunk of a PNG file; its checksum is not looked at. */
const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
};

describe('an uploaded picture', () => {
  test('loses where and when it was taken, and stands upright', async () => {
    const exif = { IFD0: { Copyright: 'Jane Doe' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
    const photo = await stripes(300, 200).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    expect(photo.includes('Jane Doe')).toBe(true);
    const picture = await drawn(photo);
    expect(picture).toMatchObject({ mediaType: 'image/jpeg', width: 200, height: 300 });
    expect(Buffer.from(picture.bytes).includes('Jane Doe')).toBe(false);
    expect(await sharp(picture.bytes).metadata()).not.toHaveProperty('exif');
  });

  test('loses what is hidden in it or behind it', async () => {
    const png = await stripes(40, 30, 4).png().toBuffer();
    const text = chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'));
    // Behind the header, which is 25 bytes long after the signature.
    const polyglot = Buffer.concat([png.subarray(0, 33), text, png.subarray(33), Buffer.from('PK\u0003\u0004<html>')]);
    expect(isBarePicture(png)).toBe(true);
    expect(isBarePicture(polyglot)).toBe(false);
    expect(isBarePicture(Buffer.concat([png, Buffer.from('PK')]))).toBe(false);
    const picture = await drawn(polyglot);
    expect(picture).toMatchObject({ mediaType: 'image/png', width: 40, height: 30 });
    for (const hidden of ['script', 'PK', 'html']) expect(Buffer.from(picture.bytes).includes(hidden)).toBe(false);
    expect(await sharp(picture.bytes).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer());
  });

  test('of several pictures is the first one', async () => {
    const gif = await sharp({ create: { width: 20, height: 40, channels: 3, background: 'red' } })
      .composite([{ input: await stripes(20, 20).png().toBuffer(), top: 20, left: 0 }])
      .gif()
      .toBuffer();
    const webp = await stripes(20, 10).webp().toBuffer();
    expect(await drawn(gif)).toMatchObject({ mediaType: 'image/png', width: 20, height: 40 });
    expect(await drawn(webp)).toMatchObject({ mediaType: 'image/png', width: 20, height: 10 });
  });

  test('is reduced to what screens and paper show', async () => {
    const large = await sharp({ create: { width: 6000, height: 3000, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    expect(await drawn(large)).toMatchObject({ width: 2400, height: 1200 });
    // Noise, which PNG cannot compress, is a photograph rather than a diagram.
    const noise = Buffer.from(Array.from({ length: 1200 * 1000 * 3 }, (_, at) => (at * at * 31 + at * 17) % 256));
    const photo = await sharp(noise, { raw: { width: 1200, height: 1000, channels: 3 } })
      .png()
      .toBuffer();
    const picture = await drawn(photo);
    expect(picture.bytes.length).toBeLessThanOrEqual(2 * 1024 * 1024);
  });

  test.each([
    ['vectors', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
    ['a document', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['text', Buffer.from('Not a picture at all.')],
    ['nothing', Buffer.alloc(0)],
    ['TIFF', stripes(9, 9).tiff().toBuffer()],
  ])('is not %s', async (_name, bytes) => {
    await expect(redrawPicture(await bytes)).rejects.toMatchObject({ reason: 'format' });
  });

  test('that would take more memory than the server has is refused before it is read', async () => {
    const png = await stripes(9, 9).png().toBuffer();
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    // The checksum of the header, which readers verify.
    bomb.writeUInt32BE(crc(bomb.subarray(12, 29)), 29);
    await expect(redrawPicture(bomb)).rejects.toMatchObject({ reason: 'pixels' });
  });

  test('that ends too early is refused', async () => {
    const photo = await stripes(400, 300).jpeg().toBuffer();
    await expect(redrawPicture(photo.subarray(0, photo.length / 2))).rejects.toMatchObject({ reason: 'damaged' });
  });
});

test('a picture that the portal wrote is taken as it is, in both formats', async () => {
  for (const written of [await stripes(64, 32).jpeg().toBuffer(), await stripes(64, 32, 4).png().toBuffer()]) {
    const { bytes } = await redrawPicture(written);
    expect(await checkPicture(bytes)).toMatchObject({ width: 64, height: 32, bytes });
  }
  const photo = await stripes(64, 32).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect(isBarePicture(photo)).toBe(false);
  const progressive = await stripes(64, 32).jpeg({ progressive: true }).toBuffer();
  expect(isBarePicture(progressive)).toBe(true);
  expect(isBarePicture(Buffer.concat([progressive, Buffer.from([0xff, 0xd9])]))).toBe(false);
  expect(isBarePicture(progressive.subarray(0, 100))).toBe(false);
});

/** CRC-32 as PNG has it. */
function crc(bytes: Buffer): number {
  let value = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  }
  return (value ^ 0xff_ff_ff_ff) >>> 0;
}
