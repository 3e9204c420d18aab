import { createRandom } from './random.ts';
import { svg } from './svg.ts';

const COLORS = ['#4348c8', '#0b8a80', '#c2410c', '#7c3aed', '#1d6fb8', '#b4234f', '#8a6d00', '#3f7d3a'] as const;

/** A meaningless column chart, deterministic by name. */
export function chartPicture(name: string): string {
  const random = createRandom(`chart ${name}`);
  const color = random.pick(COLORS);
  const columns = Array.from({ length: 8 }, (_, index) => {
    const height = random.int(18, 74);
    return `<rect x="${14 + index * 17}" y="${92 - height}" width="11" height="${height}" rx="2" fill="${color}" opacity="${index === 5 ? 1 : 0.55}"/>`;
  });
  return svg(
    `<rect width="160" height="110" fill="#f6f7fb"/>${columns.join('')}<path d="M10 93h140" stroke="#9aa3b5"/>`,
    160,
    110,
  );
}

/** A page of placeholder lines. */
export function documentPicture(name: string): string {
  const random = createRandom(`document ${name}`);
  const color = random.pick(COLORS);
  const lines = Array.from(
    { length: 9 },
    (_, index) =>
      `<rect x="26" y="${38 + index * 8}" width="${random.int(40, 68)}" height="3" rx="1.5" fill="#c3c9d6"/>`,
  );
  return svg(
    `<rect width="120" height="120" fill="#eef0f6"/><rect x="16" y="10" width="88" height="110" rx="3" fill="#fff"/><rect x="26" y="20" width="42" height="8" rx="2" fill="${color}"/>${lines.join('')}`,
    120,
    120,
  );
}
