import type { Language } from '@rise/contract';
import { printable } from '../print/text.rules.ts';
import { LINE, linesOf } from './lines.rules.ts';
import { AREA, type Paragraph, type Part, type Place, type Run, type Slide, type SlideCell } from './slide.ts';
import { NOTE, noteHeight } from './slides.rules.ts';

/** ECMA-376 counts lengths in 1/12700 of a point. */
export const EMU = 12_700;
export const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const TABLE = 'http://schemas.openxmlformats.org/drawingml/2006/table';
/** Microsoft's extension for vector pictures; programs without it show the bitmap. */
const SVG = {
  uri: '{96DAC541-7B7A-43D3-8B79-37D633B846F1}',
  ns: 'http://schemas.microsoft.com/office/drawing/2016/SVG/main',
};
/** Microsoft's extension for what screen readers pass over. */
const DECORATIVE =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>';
const LANG: Record<Language, string> = { en: 'en-US', tr: 'tr-TR' };
const FIXED = 'Courier New';

/** Relationship ids of a picture's files. */
export interface PictureIds {
  readonly png: string;
  readonly svg: string;
}

/** What the parts of a slide refer to. */
export interface Links {
  readonly language: Language;
  picture(svg: string): PictureIds;
  /** The relationship id of a picture of the report. */
  image(hash: string): string;
  /** The relationship id of an address. */
  link(address: string): string;
}

const emu = (points: number): number => Math.round(points * EMU);

/** A text as content or an attribute of an element; without what XML does not permit. */
export const escaped = (text: string): string =>
  printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const solid = (color: string): string =>
  `<a:solidFill><a:srgbClr val="${color.replace('#', '').toUpperCase()}"/></a:solidFill>`;

const frame = ({ x, y, width, height }: Place): string =>
  `<a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(width)}" cy="${emu(height)}"/>`;

/** What every tree of shapes begins with. */
export const GROUP =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';

function runXml(run: Run, links: Links): string {
  const { text, size, color, bold, italic, deleted, fixed, link } = run;
  const flags = [bold ? ' b="1"' : '', italic ? ' i="1"' : '', deleted ? ' strike="sngStrike"' : ''].join('');
  const font = fixed ? `<a:latin typeface="${FIXED}"/><a:cs typeface="${FIXED}"/>` : '';
  const target = link === undefined ? '' : `<a:hlinkClick r:id="${links.link(link)}"/>`;
  const head = `<a:rPr lang="${LANG[links.language]}" sz="${Math.round(size * 100)}"${flags} dirty="0">${solid(color)}${font}${target}</a:rPr>`;
  return text
    .replaceAll('\u200b', '')
    .split('\n')
    .map((line) => (line === '' ? '' : `<a:r>${head}<a:t>${escaped(line)}</a:t></a:r>`))
    .join(`<a:br>${head}</a:br>`);
}

const ALIGN = { left: 'l', right: 'r', center: 'ctr' } as const;
const INDENT = 20;

function paragraphXml({ runs, align = 'left', bullet, level = 0, space = 0 }: Paragraph, links: Links): string {
  const isListed = bullet !== undefined;
  const left = level * INDENT;
  const indent = isListed ? -INDENT : 0;
  const sign = !isListed
    ? '<a:buNone/>'
    : bullet === 'disc'
      ? '<a:buFont typeface="Arial"/><a:buChar char="•"/>'
      : `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod" startAt="${Math.max(1, Math.min(32_767, bullet))}"/>`;
  const place = `marL="${emu(left)}" indent="${emu(indent)}" algn="${ALIGN[align]}"`;
  const above = `<a:spcBef><a:spcPts val="${Math.round(space * 100)}"/></a:spcBef>`;
  return `<a:p><a:pPr ${place}>${above}${sign}</a:pPr>${runs.map((run) => runXml(run, links)).join('')}</a:p>`;
}

const EMPTY = '<a:p/>';
const paragraphsXml = (paragraphs: readonly Paragraph[], links: Links): string =>
  paragraphs.length === 0 ? EMPTY : paragraphs.map((one) => paragraphXml(one, links)).join('');

const ANCHORS = { top: 't', middle: 'ctr', bottom: 'b' } as const;

function partXml(part: Part, id: number, links: Links): string {
  switch (part.kind) {
    case 'text': {
      const { place, paragraphs, fill, border, anchor = 'top', inset = 0 } = part;
      const sides = `lIns="${emu(inset)}" tIns="${emu(inset)}" rIns="${emu(inset)}" bIns="${emu(inset)}"`;
      const ground = fill === undefined ? '<a:noFill/>' : solid(fill);
      const edge = border === undefined ? '<a:ln><a:noFill/></a:ln>' : `<a:ln w="${EMU}">${solid(border)}</a:ln>`;
      return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm>${frame(place)}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${ground}${edge}</p:spPr><p:txBody><a:bodyPr wrap="square" ${sides} anchor="${ANCHORS[anchor]}"><a:noAutofit/></a:bodyPr><a:lstStyle/>${paragraphsXml(paragraphs, links)}</p:txBody></p:sp>`;
    }
    case 'picture': {
      const { png, svg } = links.picture(part.svg);
      const vector = `<a:extLst><a:ext uri="${SVG.uri}"><asvg:svgBlip xmlns:asvg="${SVG.ns}" r:embed="${svg}"/></a:ext></a:extLst>`;
      return `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Picture ${id}" descr="${escaped(part.alt)}"/><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${png}">${vector}</a:blip><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm>${frame(part.place)}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
    }
    case 'image': {
      const target = part.link === null ? '' : `<a:hlinkClick r:id="${links.link(part.link)}"/>`;
      const decorative = part.alt === null ? DECORATIVE : '';
      const properties = `<p:cNvPr id="${id}" name="Picture ${id}" descr="${escaped(part.alt ?? '')}">${target}${decorative}</p:cNvPr>`;
      return `<p:pic><p:nvPicPr>${properties}<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${links.image(part.picture)}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm>${frame(part.place)}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
    }
    case 'table': {
      const { place, widths, rows, inset, hasHead } = part;
      const columns = widths.map((width) => `<a:gridCol w="${emu(width)}"/>`).join('');
      const lines = rows.map(({ height, cells, line }) => {
        const content = cells.map((cell) => cellXml(cell, { inset, line }, links)).join('');
        return `<a:tr h="${emu(height)}">${content}</a:tr>`;
      });
      return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="Table ${id}"/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr><p:xfrm>${frame(place)}</p:xfrm><a:graphic><a:graphicData uri="${TABLE}"><a:tbl><a:tblPr${hasHead ? ' firstRow="1"' : ''}/><a:tblGrid>${columns}</a:tblGrid>${lines.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    }
  }
}

const CELL_Y = 3;
const NO_LINES = ['lnL', 'lnR', 'lnT'].map((side) => `<a:${side} w="0"><a:noFill/></a:${side}>`).join('');

function cellXml({ paragraphs, fill }: SlideCell, { inset, line }: { inset: number; line: string }, links: Links) {
  const sides = `marL="${emu(inset)}" marR="${emu(inset)}" marT="${emu(CELL_Y)}" marB="${emu(CELL_Y)}" anchor="ctr"`;
  const lines = `${NO_LINES}<a:lnB w="${EMU / 2}">${solid(line)}</a:lnB>`;
  const ground = fill === null ? '<a:noFill/>' : solid(fill);
  return `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraphsXml(paragraphs, links)}</a:txBody><a:tcPr ${sides}>${lines}${ground}</a:tcPr></a:tc>`;
}

/** A shape in the place that the layout has for it. */
const placeholder = (id: number, name: string, ph: string, body: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${ph}/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${body}</p:txBody></p:sp>`;

const TITLE = { size: 24, least: 14, width: AREA.width, lines: 2 };

/** The largest size in which a title has room. */
function titleSize(text: string): number {
  for (let { size } = TITLE; size > TITLE.least; size -= 2)
    if (linesOf(text, { width: TITLE.width, size, bold: true }).length * size * LINE <= 34) return size;
  return TITLE.least;
}

/** The file of a slide. */
export function slideXml(
  { title, above, subtitle, parts, notes }: Slide,
  { number, footer, colors }: { number: number; footer: string; colors: Readonly<Record<string, string>> },
  links: Links,
): string {
  const lang = LANG[links.language];
  const small = (text: string, y: number, size: number): Part => ({
    kind: 'text',
    place: { x: AREA.x, y, width: AREA.width, height: size * LINE + 4 },
    paragraphs: [{ runs: [{ text, size, color: colors['secondary']! }] }],
  });
  const height = notes.reduce((sum, note) => sum + noteHeight(note), 0);
  const noted: Part = {
    kind: 'text',
    place: { x: AREA.x, y: AREA.bottom - height, width: AREA.width, height },
    paragraphs: notes.map((text) => ({
      space: 2,
      runs: [{ text, size: NOTE, color: colors['secondary']!, italic: true }],
    })),
  };
  const all: Part[] = [
    ...(above === null ? [] : [small(above, 16, 11)]),
    ...(subtitle === null ? [] : [small(subtitle, 68, 13)]),
    ...parts,
    ...(notes.length === 0 ? [] : [noted]),
  ];
  const size = Math.round(titleSize(title) * 100);
  const text = (value: string, attributes = '') =>
    `<a:p><a:r><a:rPr lang="${lang}"${attributes} dirty="0"/><a:t>${escaped(value.replaceAll('\u200b', ''))}</a:t></a:r></a:p>`;
  const page = `<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="${lang}" dirty="0"/><a:t>${number}</a:t></a:fld></a:p>`;
  const tree = [
    placeholder(2, 'Title', 'type="title"', text(title, ` sz="${size}"`)),
    ...all.map((part, at) => partXml(part, at + 3, links)),
    placeholder(all.length + 3, 'Footer', 'type="ftr" sz="quarter" idx="11"', text(footer)),
    placeholder(all.length + 4, 'Slide Number', 'type="sldNum" sz="quarter" idx="12"', page),
  ].join('');
  return `<p:sld ${NAMESPACES}><p:cSld><p:spTree>${GROUP}${tree}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
}

/** What the speaker reads with a slide. */
export function notesXml(spoken: readonly string[], language: Language): string {
  const lines = spoken.map(
    (text) =>
      `<a:p><a:r><a:rPr lang="${LANG[language]}" dirty="0"/><a:t>${escaped(text.replaceAll('\u200b', ''))}</a:t></a:r></a:p>`,
  );
  const image =
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr><p:spPr/></p:sp>';
  const body = placeholder(3, 'Notes', 'type="body" idx="1"', lines.join(''));
  return `<p:notes ${NAMESPACES}><p:cSld><p:spTree>${GROUP}${image}${body}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`;
}
