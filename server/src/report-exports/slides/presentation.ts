import { join } from 'node:path';
import type { Language } from '@rise/contract';
import { ZipWriter } from '@rise/engine/zip-writer';
import type { PictureFiles, PrintDocument } from '../print/print-document.ts';
import { escaped, notesXml, slideXml, type Links } from './drawing-ml.ts';
import { layoutXml, masterXml, notesMasterXml, presentationXml, themeXml } from './masters.ts';
import { pictureOf } from './pictures.ts';
import type { Slide } from './slide.ts';
import { slidesOf } from './slides.rules.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument';

interface PartFile {
  readonly name: string;
  /** Null for what is known by its extension. */
  readonly type: string | null;
  readonly content: string | Buffer;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly isExternal?: boolean;
}

const xml = (content: string): string => DECLARATION + content;

/** The relations of a part, in their own file beside it. */
function relations(of: string, list: readonly Relation[]): PartFile {
  const at = of.lastIndexOf('/') + 1;
  const all = list.map(({ id, type, target, isExternal = false }) => {
    const mode = isExternal ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="${type}" Target="${escaped(target)}"${mode}/>`;
  });
  const content = xml(`<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`);
  return { name: `${of.slice(0, at)}_rels/${of.slice(at)}.rels`, type: null, content };
}

/** A document as slides for PowerPoint (ECMA-376). `folder` has the fonts of print. */
export function presentation(document: PrintDocument, folder: string, pictures: PictureFiles): Buffer {
  const slides = slidesOf(document);
  const fonts = join(folder, 'fonts');
  const language = document.language as Language;
  const files = [
    ...slides.flatMap((slide, at) => slideFiles(slide, { number: at + 1, document, language, fonts, pictures })),
    ...imageFiles(slides, pictures),
    ...commonFiles(slides, document),
  ];
  const zip = new ZipWriter();
  const all = [{ name: '[Content_Types].xml', content: contentTypes(files) }, ...files];
  const pieces = all.flatMap(({ name, content }) => [
    zip.begin(name),
    zip.write(typeof content === 'string' ? Buffer.from(content) : content),
    zip.end(),
  ]);
  return Buffer.concat([...pieces, zip.finish()]);
}

function contentTypes(files: readonly PartFile[]): string {
  const parts = files.flatMap(({ name, type }) =>
    type === null ? [] : [`<Override PartName="/${name}" ContentType="${type}"/>`],
  );
  return xml(
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/><Default Extension="svg" ContentType="image/svg+xml"/>${parts.join('')}</Types>`,
  );
}

const imageName = (hash: string, pictures: PictureFiles): string =>
  `${hash}.${pictures[hash]!.mediaType === 'image/png' ? 'png' : 'jpg'}`;

/** The pictures of the report that slides show, each once. */
function imageFiles(slides: readonly Slide[], pictures: PictureFiles): PartFile[] {
  const shown = slides.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'image' ? [part.picture] : [])));
  return [...new Set(shown)].map((hash) => ({
    name: `ppt/media/${imageName(hash, pictures)}`,
    type: null,
    content: Buffer.from(pictures[hash]!.bytes),
  }));
}

interface Writing {
  readonly number: number;
  readonly document: PrintDocument;
  readonly language: Language;
  readonly fonts: string;
  readonly pictures: PictureFiles;
}

/** A slide, its pictures and its notes. */
function slideFiles(slide: Slide, { number, document, language, fonts, pictures }: Writing): PartFile[] {
  const { footer, colors } = document;
  const name = `ppt/slides/slide${number}.xml`;
  const notes = `ppt/notesSlides/notesSlide${number}.xml`;
  const list: Relation[] = [
    { id: 'layout', type: `${OFFICE}/slideLayout`, target: '../slideLayouts/slideLayout1.xml' },
  ];
  const media: PartFile[] = [];
  const links: Links = {
    language,
    picture: (svg) => {
      const place = media.length / 2 + 1;
      const { png, svg: vector } = pictureOf(svg, fonts);
      const stem = `picture${number}-${place}`;
      media.push(
        { name: `ppt/media/${stem}.png`, type: null, content: png },
        { name: `ppt/media/${stem}.svg`, type: null, content: vector },
      );
      const ids = { png: `png${place}`, svg: `svg${place}` };
      list.push(
        { id: ids.png, type: `${OFFICE}/image`, target: `../media/${stem}.png` },
        { id: ids.svg, type: `${OFFICE}/image`, target: `../media/${stem}.svg` },
      );
      return ids;
    },
    image: (hash) => {
      const id = `image${list.length}`;
      list.push({ id, type: `${OFFICE}/image`, target: `../media/${imageName(hash, pictures)}` });
      return id;
    },
    link: (address) => {
      const id = `link${list.length}`;
      list.push({ id, type: `${OFFICE}/hyperlink`, target: address, isExternal: true });
      return id;
    },
  };
  const content = xml(slideXml(slide, { number, footer: footer.title, colors }, links));
  const hasNotes = slide.spoken.length > 0;
  if (hasNotes)
    list.push({ id: 'notes', type: `${OFFICE}/notesSlide`, target: `../notesSlides/notesSlide${number}.xml` });
  const spoken: PartFile[] = [
    { name: notes, type: `${CONTENT}.presentationml.notesSlide+xml`, content: xml(notesXml(slide.spoken, language)) },
    relations(notes, [
      { id: 'master', type: `${OFFICE}/notesMaster`, target: '../notesMasters/notesMaster1.xml' },
      { id: 'slide', type: `${OFFICE}/slide`, target: `../slides/slide${number}.xml` },
    ]),
  ];
  return [
    { name, type: `${CONTENT}.presentationml.slide+xml`, content },
    relations(name, list),
    ...media,
    ...(hasNotes ? spoken : []),
  ];
}

/** Everything but the slides. */
function commonFiles(slides: readonly Slide[], { title, author, colors }: PrintDocument): PartFile[] {
  const main = 'ppt/presentation.xml';
  const [master, layout] = ['ppt/slideMasters/slideMaster1.xml', 'ppt/slideLayouts/slideLayout1.xml'];
  const notes = 'ppt/notesMasters/notesMaster1.xml';
  const theme = (number: number): PartFile => ({
    name: `ppt/theme/theme${number}.xml`,
    type: `${CONTENT}.theme+xml`,
    content: xml(themeXml(colors)),
  });
  const part = (name: string, kind: string, content: string): PartFile => ({
    name,
    type: `${CONTENT}.presentationml.${kind}+xml`,
    content: xml(content),
  });
  const created = `${new Date().toISOString().slice(0, 19)}Z`;
  const core = `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escaped(title.replaceAll('\u200b', ''))}</dc:title><dc:creator>${escaped(author)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`;
  return [
    part(main, 'presentation.main', presentationXml(slides.length)),
    relations(main, [
      { id: 'master', type: `${OFFICE}/slideMaster`, target: 'slideMasters/slideMaster1.xml' },
      { id: 'notes', type: `${OFFICE}/notesMaster`, target: 'notesMasters/notesMaster1.xml' },
      { id: 'theme', type: `${OFFICE}/theme`, target: 'theme/theme1.xml' },
      ...slides.map((_, at) => ({
        id: `slide${at + 1}`,
        type: `${OFFICE}/slide`,
        target: `slides/slide${at + 1}.xml`,
      })),
    ]),
    part(master, 'slideMaster', masterXml()),
    relations(master, [
      { id: 'rId1', type: `${OFFICE}/slideLayout`, target: '../slideLayouts/slideLayout1.xml' },
      { id: 'theme', type: `${OFFICE}/theme`, target: '../theme/theme1.xml' },
    ]),
    part(layout, 'slideLayout', layoutXml()),
    relations(layout, [{ id: 'master', type: `${OFFICE}/slideMaster`, target: '../slideMasters/slideMaster1.xml' }]),
    part(notes, 'notesMaster', notesMasterXml()),
    relations(notes, [{ id: 'theme', type: `${OFFICE}/theme`, target: '../theme/theme2.xml' }]),
    theme(1),
    theme(2),
    {
      name: 'docProps/core.xml',
      type: 'application/vnd.openxmlformats-package.core-properties+xml',
      content: xml(core),
    },
    relations('', [
      { id: 'main', type: `${OFFICE}/officeDocument`, target: main },
      { id: 'core', type: `${PACKAGE}/relationships/metadata/core-properties`, target: 'docProps/core.xml' },
    ]),
  ];
}
