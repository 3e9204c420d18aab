import { AREA } from './slide.ts';
import { EMU, GROUP, NAMESPACES } from './drawing-ml.ts';

type Colors = Readonly<Record<string, string>>;

/** Lengths of a page of notes, in the usual portrait. */
const NOTES = { width: 540, height: 720 };
const FONT = 'Arial';
const MAP =
  'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"';
const BACKGROUND = '<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const geometry = ({ x, y, width, height }: Box): string =>
  `<p:spPr><a:xfrm><a:off x="${x * EMU}" y="${y * EMU}"/><a:ext cx="${width * EMU}" cy="${height * EMU}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>`;

interface Style {
  readonly size: number;
  readonly align?: 'l' | 'r';
  readonly color?: 'tx1' | 'tx2';
  readonly bold?: boolean;
  readonly anchor?: 't' | 'ctr' | 'b';
}

function place(id: number, name: string, ph: string, box: Box, style: Style): string {
  const { size, align = 'l', color = 'tx1', bold = false, anchor = 'ctr' } = style;
  const run = `<a:defRPr sz="${size * 100}" b="${bold ? 1 : 0}"><a:solidFill><a:schemeClr val="${color}"/></a:solidFill></a:defRPr>`;
  const body = `<a:bodyPr vert="horz" lIns="0" tIns="0" rIns="0" bIns="0" anchor="${anchor}"><a:normAutofit/></a:bodyPr>`;
  const list = `<a:lstStyle><a:lvl1pPr marL="0" indent="0" algn="${align}"><a:buNone/>${run}</a:lvl1pPr></a:lstStyle>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${ph}/></p:nvPr></p:nvSpPr>${geometry(box)}<p:txBody>${body}${list}<a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody></p:sp>`;
}

const PLACES = [
  place(
    2,
    'Title',
    'type="title"',
    { x: AREA.x, y: 30, width: AREA.width, height: 36 },
    { size: 24, bold: true, anchor: 'ctr' },
  ),
  place(
    3,
    'Footer',
    'type="ftr" sz="quarter" idx="11"',
    { x: AREA.x, y: 506, width: 760, height: 18 },
    { size: 10, color: 'tx2' },
  ),
  place(
    4,
    'Slide Number',
    'type="sldNum" sz="quarter" idx="12"',
    { x: 820, y: 506, width: 100, height: 18 },
    { size: 10, align: 'r', color: 'tx2' },
  ),
].join('');

const LEVEL = `<a:lvl1pPr><a:defRPr sz="1400"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr>`;

export const masterXml = (): string =>
  `<p:sldMaster ${NAMESPACES}><p:cSld>${BACKGROUND}<p:spTree>${GROUP}${PLACES}</p:spTree></p:cSld><p:clrMap ${MAP}/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr algn="l"><a:spcBef><a:spcPct val="0"/></a:spcBef><a:buNone/><a:defRPr sz="2400" b="1"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle>${LEVEL}</p:bodyStyle><p:otherStyle>${LEVEL}</p:otherStyle></p:txStyles></p:sldMaster>`;

export const layoutXml = (): string =>
  `<p:sldLayout ${NAMESPACES} type="titleOnly" preserve="1"><p:cSld name="Title Only"><p:spTree>${GROUP}${PLACES}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;

export function notesMasterXml(): string {
  const image = { x: 45, y: 54, width: 450, height: 253 };
  const picture = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr>${geometry(image)}</p:sp>`;
  const body = { x: 54, y: 330, width: NOTES.width - 108, height: 340 };
  const text = place(3, 'Notes', 'type="body" sz="quarter" idx="3"', body, { size: 12, anchor: 't' });
  return `<p:notesMaster ${NAMESPACES}><p:cSld>${BACKGROUND}<p:spTree>${GROUP}${picture}${text}</p:spTree></p:cSld><p:clrMap ${MAP}/></p:notesMaster>`;
}

const rgb = (color: string): string => `<a:srgbClr val="${color.replace('#', '').toUpperCase()}"/>`;

/** Colors and font of the portal's light scheme, for what people add to the slides. */
export function themeXml(colors: Colors): string {
  const named = {
    dk1: 'text',
    lt1: 'surface',
    dk2: 'secondary',
    lt2: 'hover',
    accent1: 'primary',
    accent2: 'series-1',
    accent3: 'series-2',
    accent4: 'series-3',
    accent5: 'series-4',
    accent6: 'series-5',
    hlink: 'primary',
    folHlink: 'secondary',
  };
  const scheme = Object.entries(named).map(([name, token]) => `<a:${name}>${rgb(colors[token]!)}</a:${name}>`);
  const font = `<a:latin typeface="${FONT}"/><a:ea typeface=""/><a:cs typeface=""/>`;
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = (width: number) => `<a:ln w="${width}">${fill}<a:prstDash val="solid"/></a:ln>`;
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
  return `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Rise"><a:themeElements><a:clrScheme name="Rise">${scheme.join('')}</a:clrScheme><a:fontScheme name="Rise"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Rise"><a:fillStyleLst>${fill}${fill}${fill}</a:fillStyleLst><a:lnStyleLst>${line(6350)}${line(12_700)}${line(19_050)}</a:lnStyleLst><a:effectStyleLst>${effect}${effect}${effect}</a:effectStyleLst><a:bgFillStyleLst>${fill}${fill}${fill}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
}

export const presentationXml = (slides: number): string =>
  `<p:presentation ${NAMESPACES} saveSubsetFonts="1"><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="master"/></p:sldMasterIdLst><p:notesMasterIdLst><p:notesMasterId r:id="notes"/></p:notesMasterIdLst><p:sldIdLst>${Array.from({ length: slides }, (_, at) => `<p:sldId id="${256 + at}" r:id="slide${at + 1}"/>`).join('')}</p:sldIdLst><p:sldSz cx="${960 * EMU}" cy="${540 * EMU}"/><p:notesSz cx="${NOTES.width * EMU}" cy="${NOTES.height * EMU}"/></p:presentation>`;
