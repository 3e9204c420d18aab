import { utf8 } from './bytes.ts';

const LINES_PER_PAGE = 44;
const NEEDED = 4000;

/** Letters outside Latin-1 as those next to them: the font of every reader has no others. */
const LETTERS: Readonly<Record<string, string>> = { ı: 'i', İ: 'I', ş: 's', Ş: 'S', ğ: 'g', Ğ: 'G', '’': "'", '“': '"', '”': '"', '–': '-' }; // prettier-ignore
const plain = (text: string) =>
  text
    .replaceAll(/[^ -ÿ]/g, (letter) => LETTERS[letter] ?? '')
    .replaceAll(/[\\()]/g, String.raw`\$&`)
    .replaceAll(/[^ -~]/g, (letter) => `\\${letter.codePointAt(0)!.toString(8).padStart(3, '0')}`);

function pageContent(title: string, lines: readonly string[], page: number): string {
  const heading = page === 0 ? `BT /F1 20 Tf 64 772 Td (${plain(title)}) Tj ET\n` : '';
  const body = lines.map((line) => `(${plain(line)}) Tj T*`).join('\n');
  return `${heading}BT /F2 10 Tf 15 TL 64 740 Td\n${body}\nET\nBT /F2 9 Tf 296 30 Td (${page + 1}) Tj ET`;
}

/** The bytes of a PDF with a heading and lines of text on A4 pages, exactly `size` long; a small one has one page. */
export function pdfFile(title: string, lines: readonly string[], size: number): Uint8Array {
  const pages = Math.max(1, Math.min(12, Math.floor(size / NEEDED / 4)));
  const contents = Array.from(
    { length: pages },
    (_, page) =>
    pageContent(title, Array.from({ length: LINES_PER_PAGE }, (_line, at) => lines[(page * LINES_PER_PAGE + at) % lines.length]!), page), // prettier-ignore
  );
  const first = 6;
  const objects = (padding: number) => [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${contents.map((_, index) => `${first + index * 2} 0 R`).join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    // What no page shows. Its length is written with the same digits whatever it is.
    `<< /Length ${String(padding).padStart(8, '0')} >>\nstream\n${' '.repeat(padding)}\nendstream`,
    ...contents.flatMap((text, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    ]),
  ];
  const write = (padding: number) => {
    let file = '%PDF-1.4\n';
    const offsets = objects(padding).map((text, index) => {
      const start = file.length;
      file += `${index + 1} 0 obj\n${text}\nendobj\n`;
      return `${String(start).padStart(10, '0')} 00000 n \n`;
    });
    const count = offsets.length + 1;
    return `${file}xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${String(file.length).padStart(8, '0')}\n%%EOF\n`;
  };
  return utf8(write(Math.max(0, size - write(0).length)));
}
