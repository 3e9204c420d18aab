import { createRandom } from '../../../generate/random.ts';
import type { Color } from './jpeg-file.ts';

/** Colors of sky above and below, sun, far and near hills, and water, by time of day. */
const HOURS: readonly (readonly [Color, Color, Color, Color, Color, Color])[] = [
  [[246, 196, 160], [253, 235, 214], [255, 240, 200], [141, 106, 134], [84, 80, 111], [214, 180, 166]],
  [[150, 200, 236], [226, 242, 252], [255, 236, 170], [127, 174, 142], [66, 112, 92], [150, 198, 220]],
  [[120, 138, 190], [214, 222, 244], [250, 246, 226], [105, 124, 168], [60, 76, 116], [140, 160, 200]],
  [[212, 160, 200], [250, 226, 226], [255, 190, 170], [150, 112, 150], [90, 88, 118], [206, 168, 196]],
]; // prettier-ignore

const mix = (one: Color, other: Color, share: number): Color =>
  [0, 1, 2].map((at) => one[at]! + (other[at]! - one[at]!) * share) as unknown as Color;

/** A fictional landscape, the same for the same name, as the color at a place; both from 0 to 1. */
export function landscape(name: string): (x: number, y: number) => Color {
  const random = createRandom(`landscape of ${name}`);
  const [top, bottom, sun, far, near, water] = random.pick(HOURS);
  const [sunX, sunY, radius] = [0.2 + random.next() * 0.6, 0.18 + random.next() * 0.2, 0.05 + random.next() * 0.03];
  const waves = () => Array.from({ length: 4 }, (_, at) => [random.next() * 6, (at + 1) * (1.5 + random.next() * 2)]);
  const ridge = (height: number, rough: number) => {
    const parts = waves();
    return (x: number) =>
      height + parts.reduce((sum, [phase, rate], at) => sum + (Math.sin(phase! + x * rate! * 3) * rough) / (at + 1), 0);
  };
  const [farRidge, nearRidge] = [ridge(0.6, 0.06), ridge(0.74, 0.04)];
  return (x, y) => {
    if (y > 0.86) return mix(water, bottom, Math.abs(Math.sin(y * 160 + x * 8)) * 0.25);
    if (y > nearRidge(x)) return mix(near, [20, 26, 40], (y - nearRidge(x)) * 1.4);
    if (y > farRidge(x)) return mix(far, near, (y - farRidge(x)) * 2);
    // Pictures are 16 wide and 9 high.
    const distance = Math.hypot(x - sunX, ((y - sunY) * 9) / 16);
    if (distance < radius) return sun;
    return mix(mix(top, bottom, y / 0.7), sun, Math.max(0, 0.5 - (distance - radius) * 3));
  };
}
