import type { IconSetId } from './icon-sets.ts';

export interface IconShape {
  /** Edge length of the drawing's square. */
  readonly box: number;
  /** The drawing in the current text color. */
  readonly body: string;
}

/** The icon as a standalone SVG file. */
export const svgOf = ({ box, body }: IconShape, size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${box} ${box}">${body}</svg>`;

/** `squares-2x2` is `Squares2X2`. */
const pascal = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)|(?<=\d)([a-z])/g, (_, first?: string, after?: string) =>
    (first ?? after ?? '').toUpperCase(),
  );

const heroicon = (folder: string) => (name: string) =>
  `import { ${pascal(name)}Icon } from '@heroicons/react/${folder}';`;
const ligature = (font: string) => (name: string) => `<span class="${font}">${name}</span>`;

/** Code to use the icon in a page, as its authors document it. */
export const USAGE: Readonly<Record<IconSetId, (name: string) => string>> = {
  feather: (name) => `<i data-feather="${name}"></i>`,
  'heroicons-outline': heroicon('24/outline'),
  'heroicons-solid': heroicon('20/solid'),
  'material-solid': ligature('material-icons'),
  'material-outline': ligature('material-icons-outlined'),
  'material-twotone': ligature('material-icons-two-tone'),
};
