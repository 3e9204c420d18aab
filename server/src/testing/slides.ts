import { inflateRawSync } from 'node:zlib';

/** A slide as its reader finds it. */
export interface ReadSlide {
  readonly title: string;
  /** Of text boxes, a paragraph each, in their order. */
  readonly texts: readonly string[];
  /** Rows of its tables, the head first. */
  readonly tables: readonly (readonly (readonly string[])[])[];
  /** Alternative texts of its drawings, and both files of each. */
  readonly pictures: readonly { readonly alt: string; readonly svg: string; readonly png: Buffer }[];
  /** The report's own pictures. */
  readonly images: readonly { readonly alt: string; readonly file: Buffer; readonly isDecorative: boolean }[];
  readonly links: readonly string[];
  readonly notes: readonly string[];
}

const END = 0x06_05_4b_50;

/** The files of a ZIP archive, by name. */
function unzipped(file: Buffer): Map<string, Buffer> {
  const end = file.length - 22;
  if (file.readUInt32LE(end) !== END) throw new Error('This is no ZIP archive.');
  const files = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const compressed = file.readUInt32LE(at + 20);
    const length = file.readUInt16LE(at + 28);
    const start = file.readUInt32LE(at + 42) + 30 + length;
    files.set(
      file.toString('utf8', at + 46, at + 46 + length),
      inflateRawSync(file.subarray(start, start + compressed)),
    );
    at += 46 + length;
  }
  return files;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const plain = (xml: string): string => xml.replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name]!);

/** Throws where elements are not closed in order, or text is not escaped: programs would refuse the file. */
function checked(name: string, xml: string): string {
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml[^>]*\?>\s*/, '')
    .replaceAll(
      /<(\/?)([\w:]+)((?:\s[\w:]+="[^"<]*")*)\s*(\/?)>/g,
      (_, close: string, tag: string, _attributes: string, single: string) => {
        if (close !== '' && open.pop() !== tag) throw new Error(`${name}: ${tag} is closed out of order.`);
        if (close === '' && single === '') open.push(tag);
        return '';
      },
    );
  if (open.length > 0 || /[<>]|&(?!(?:amp|lt|gt|quot);)/.test(rest)) throw new Error(`${name} is no XML.`);
  return xml;
}

const all = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}(?:\\s[^>]*)?>(.*?)</${element}>`, 'gs'))].map(([, inner]) => inner!);

const textOf = (paragraph: string): string =>
  plain(all(paragraph.replaceAll('<a:br>', '<a:t>\n</a:t>'), 'a:t').join(''));
const paragraphsOf = (xml: string): string[] => all(xml, 'a:p').map(textOf);

/** The slides of a presentation in their order. Throws where a part is missing or is no XML. */
export function readSlides(content: Uint8Array): ReadSlide[] {
  const files = unzipped(Buffer.from(content));
  const part = (name: string): Buffer => {
    const found = files.get(name);
    if (!found) throw new Error(`The presentation has no ${name}.`);
    return found;
  };
  const xml = (name: string) => checked(name, part(name).toString());
  for (const name of files.keys()) if (/\.(xml|rels)$/.test(name)) xml(name);
  for (const [, name] of xml('[Content_Types].xml').matchAll(/PartName="\/([^"]+)"/g)) part(name!);
  const relations = (name: string): Map<string, string> => {
    const path = name.replace(/([^/]+)$/, '_rels/$1.rels');
    return new Map(
      [...xml(path).matchAll(/ Id="([^"]+)"[^>]* Target="([^"]+)"([^>]*)/g)].map(([, id, target, rest]) => {
        const resolved = rest!.includes('External')
          ? plain(target!)
          : new URL(target!, `zip:/${name}`).pathname.slice(1);
        if (!rest!.includes('External')) part(resolved);
        return [id!, resolved];
      }),
    );
  };
  const names = relations('ppt/presentation.xml');
  const order = [...xml('ppt/presentation.xml').matchAll(/<p:sldId id="\d+" r:id="([^"]+)"/g)];
  return order.map(([, id]): ReadSlide => {
    const name = names.get(id!)!;
    const slide = xml(name);
    const own = relations(name);
    const shapes = all(slide, 'p:sp');
    const pictures = all(slide, 'p:pic');
    const altOf = (picture: string) => plain(/ descr="([^"]*)"/.exec(picture)![1]!);
    const bitmapOf = (picture: string) => part(own.get(/<a:blip r:embed="([^"]+)"/.exec(picture)![1]!)!);
    const isIn = (kind: string) => (shape: string) => shape.includes(`<p:ph type="${kind}"`);
    const notes = [...own.values()].find((target) => target.includes('notesSlides'));
    const spoken = notes === undefined ? [] : all(xml(notes), 'p:sp').filter(isIn('body'));
    return {
      title: paragraphsOf(shapes.find(isIn('title'))!).join('\n'),
      texts: shapes.filter((shape) => !shape.includes('<p:ph ')).flatMap(paragraphsOf),
      tables: all(slide, 'a:tbl').map((table) =>
        all(table, 'a:tr').map((row) => all(row, 'a:tc').map((cell) => paragraphsOf(cell).join('\n'))),
      ),
      images: pictures
        .filter((picture) => !picture.includes('svgBlip'))
        .map((picture) => ({
          alt: altOf(picture),
          file: bitmapOf(picture),
          isDecorative: picture.includes('<adec:decorative'),
        })),
      pictures: pictures
        .filter((picture) => picture.includes('svgBlip'))
        .map((picture) => ({
          alt: altOf(picture),
          png: bitmapOf(picture),
          svg: part(own.get(/svgBlip [^>]*r:embed="([^"]+)"/.exec(picture)![1]!)!).toString(),
        })),
      links: [...slide.matchAll(/hlinkClick r:id="([^"]+)"/g)].map(([, link]) => own.get(link!)!),
      notes: spoken.flatMap(paragraphsOf),
    };
  });
}
