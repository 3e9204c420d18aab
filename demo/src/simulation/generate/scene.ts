import { createRandom } from './random.ts';
import { svg } from './svg.ts';

/** Colors of sky, sun, hills and water by time of day. */
const HOURS = [
  ['#fde3c8', '#f7b38a', '#8d6a86', '#54506f', '#e8c9b4'],
  ['#dff0fb', '#ffd978', '#7fae8e', '#4c7d68', '#a9d3e4'],
  ['#cfd9f2', '#f3f0e4', '#7d8fb8', '#46557f', '#9db2d8'],
  ['#f6e8f3', '#f59a9a', '#a47aa3', '#63507f', '#dcb6cf'],
] as const;

/** A fictional landscape, deterministic by name: a 320 × 180 SVG data URL. */
export function scene(name: string): string {
  const random = createRandom(`scene of ${name}`);
  const [sky, sun, far, near, water] = random.pick(HOURS);
  const ridge = (height: number, rough: number) => {
    const tops = Array.from({ length: 9 }, (_, index) => `${index * 40} ${Math.round(height - random.int(0, rough))}`);
    return `M0 180L0 ${height} L${tops.join(' L')} L320 180z`;
  };
  return svg(
    `<rect width="320" height="180" fill="${sky}"/><circle cx="${random.int(50, 270)}" cy="${random.int(35, 70)}" r="${random.int(14, 24)}" fill="${sun}"/>` +
      `<path d="${ridge(112, 44)}" fill="${far}"/><path d="${ridge(138, 30)}" fill="${near}"/>` +
      `<path d="M0 152h320v28H0z" fill="${water}"/><path d="M${random.int(20, 120)} 162h${random.int(60, 140)}" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>`,
    320,
    180,
  );
}
