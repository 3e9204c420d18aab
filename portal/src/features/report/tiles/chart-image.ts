/** What is written on the picture of a chart. */
export interface ImageTexts {
  title: string;
  /** Below the title, such as the as-of date. */
  detail: string;
}

const PADDING = 20;
/** Of title and detail, in pixels. */
const HEAD = 56;
/** Pixels of the picture for each of the page. */
const SCALE = 2;
const SVG = 'http://www.w3.org/2000/svg';
const FONT = "Inter, 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** The id of a tile's element. */
export const elementOf = (tile: string): string => `tile-${tile}`;

/** The drawing of a tile; null while there is none. */
export function drawingOf(tile: string): SVGSVGElement | null {
  return document.getElementById(elementOf(tile))?.querySelector<SVGSVGElement>('figure svg') ?? null;
}

/** A copy of the drawing with a title, on the color of the page's surface, that stands by itself. */
export function imageOf(drawing: SVGSVGElement, { title, detail }: ImageTexts): SVGSVGElement {
  const width = drawing.clientWidth || Number(drawing.getAttribute('width'));
  const height = drawing.clientHeight || Number(drawing.getAttribute('height'));
  const style = getComputedStyle(drawing);
  const colorOf = (name: string, usual: string) => style.getPropertyValue(name).trim() || usual;
  const element = (name: string, attributes: Record<string, string | number>, text = '') => {
    const created = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value));
    created.textContent = text;
    return created;
  };
  const whole = element('svg', {
    xmlns: SVG,
    width: width + 2 * PADDING,
    height: height + HEAD + 2 * PADDING,
    viewBox: `0 0 ${width + 2 * PADDING} ${height + HEAD + 2 * PADDING}`,
    'font-family': FONT,
  }) as SVGSVGElement;
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  for (const [key, value] of Object.entries({ x: PADDING, y: PADDING + HEAD, width, height }))
    copy.setAttribute(key, String(value));
  copy.removeAttribute('style');
  whole.append(
    element('title', {}, title),
    element('rect', { width: '100%', height: '100%', fill: colorOf('--rise-surface', '#ffffff') }),
    element(
      'text',
      { x: PADDING, y: PADDING + 14, 'font-size': 15, 'font-weight': 600, fill: colorOf('--rise-text', '#16202e') },
      title,
    ),
    element(
      'text',
      { x: PADDING, y: PADDING + 34, 'font-size': 12, fill: colorOf('--rise-secondary', '#55606e') },
      detail,
    ),
    copy,
  );
  return whole;
}

const textOf = (image: SVGSVGElement): string => new XMLSerializer().serializeToString(image);

export const svgFile = (image: SVGSVGElement): Blob => new Blob([textOf(image)], { type: 'image/svg+xml' });

/** The picture in pixels, twice as many as on the page. */
export async function pngFile(image: SVGSVGElement): Promise<Blob> {
  const picture = new Image();
  // A data address: the page's security policy allows no others.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(textOf(image))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Number(image.getAttribute('width')) * SCALE;
  canvas.height = Number(image.getAttribute('height')) * SCALE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws no pictures.');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), 'image/png');
  });
}

/** A file's name without what file systems do not take. */
export const fileNameOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80) || 'chart';
