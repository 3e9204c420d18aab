import { mix } from '../theme/color.ts';
import type { ChartColors } from './chart-colors.ts';

type Lab = readonly [lightness: number, a: number, b: number];

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** OKLab, in which equal distances look equal (Björn Ottosson, 2020). */
function toLab(color: string): Lab {
  const [r, g, b] = [1, 3, 5].map((at) => toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${parts
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, fromLinear(Math.max(0, part)))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** A color between two others, at equal visual distances for equal steps of `share`. */
export function blend(from: string, to: string, share: number): string {
  const [one, other] = [toLab(from), toLab(to)];
  return fromLab(one.map((part, index) => part + (other[index]! - part) * share) as unknown as Lab);
}

/** From a pale tint to the theme's primary: one hue, and the lowest value still differs from the background. */
export function sequentialColor(share: number, colors: ChartColors): string {
  const pale = mix(colors.primary, colors.surface, 0.1);
  return blend(pale, colors.primary, Math.min(1, Math.max(0, share)));
}
