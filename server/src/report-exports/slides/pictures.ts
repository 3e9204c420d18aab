import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Resvg } from '@resvg/resvg-js';
import { printable } from '../print/text.rules.ts';

const FONTS = ['Inter-Regular.ttf', 'Inter-Italic.ttf', 'Inter-SemiBold.ttf'];
/** Pixels of a bitmap for one of the drawing. */
const ZOOM = 2;
/** What Inter has no letters for: a font of the machine is searched then, which takes longer. */
const OTHER_SCRIPTS = /[\u0530-\u1dff\u2e80-\ud7ff\uf900-\ufdff\ufe70-\ufeff]/;

export interface Picture {
  readonly svg: string;
  readonly png: Buffer;
}

/**
 * A drawing as slides take it: as vectors whose letters are outlines, since programs place texts differently and lack the
 * font, and as a bitmap for programs without vectors. `fonts` is a folder; `background`: a color behind it, none if omitted.
 */
export function pictureOf(svg: string, fonts: string, background?: string): Picture {
  // Loaded with the first picture: the library has its own native program.
  const load = createRequire(import.meta.url);
  const { Resvg: Renderer } = load('@resvg/resvg-js') as { Resvg: typeof Resvg };
  const drawing = new Renderer(printable(svg), {
    font: {
      fontFiles: FONTS.map((font) => join(fonts, font)),
      loadSystemFonts: OTHER_SCRIPTS.test(svg),
      defaultFontFamily: 'Inter',
    },
    fitTo: { mode: 'zoom', value: ZOOM },
    ...(background !== undefined && { background }),
  });
  return { svg: drawing.toString(), png: drawing.render().asPng() };
}
