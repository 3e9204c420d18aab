import { createRandom } from './random.ts';
import { svg } from './svg.ts';

const BACKDROPS = ['#dbe4ff', '#d3f2ec', '#ffe3e8', '#efe2ff', '#fdeccb', '#dff1dc', '#e3e8ef', '#ffe6d5'] as const;
const SKINS = ['#f6d7bf', '#eabf9f', '#d39f78', '#b27c56', '#8a5a3b', '#6b432b'] as const;
const HAIRS = ['#2b2320', '#4b3425', '#7a5230', '#a9793f', '#c9c3bb', '#8e3b24', '#1f2a3a'] as const;
const CLOTHES = ['#4348c8', '#0b6e69', '#b4234f', '#6b33c2', '#8a5200', '#1d5fa8', '#3f4a5a'] as const;
const HAIRCUTS = {
  short: '<path d="M27 44c-2-20 8-28 23-28s25 8 23 28c-4-9-9-13-12-14-9 4-22 4-27 2-4 4-6 8-7 12z"/>',
  long: '<path d="M24 74c-4-36 4-58 26-58s30 22 26 58c-5 3-9 3-12 1l-1-33c-8-2-14-6-17-11-2 5-6 9-11 11l1 33c-4 2-8 2-12-1z"/>',
  bun: '<circle cx="50" cy="13" r="9"/><path d="M27 46c-2-20 8-29 23-29s25 9 23 29c-4-10-8-14-13-16-8 3-14 3-20 0-6 3-11 8-13 16z"/>',
  curls:
    '<path d="M25 48c-7-6-3-14 0-15-2-8 6-14 11-13 4-7 14-7 17-3 7-4 16 1 17 8 7 2 9 12 5 17-1-8-6-12-12-13-8 3-20 2-27-1-6 3-9 10-11 20z"/>',
  headscarf:
    '<path d="M22 82c-4-40 4-68 28-68s32 28 28 68c-4 5-14 6-18 2 9-8 12-18 12-34 0-13-8-21-22-21s-22 8-22 21c0 16 3 26 12 34-4 4-14 3-18-2z"/>',
  bald: '',
} as const;

/** What a fictional person looks like, as fits the name. */
export interface Look {
  /** Index among the skins and hair colors; the color is that of a headscarf, too. */
  readonly skin: number;
  readonly hair: number;
  readonly cut: keyof typeof HAIRCUTS;
  readonly glasses: boolean;
}

/** A portrait of a fictional person: an SVG data URL. Backdrop and clothes are deterministic by name. */
export function portrait(name: string, look: Look): string {
  const random = createRandom(`portrait of ${name}`);
  const [back, cloth] = [BACKDROPS, CLOTHES].map((list) => random.pick<string>(list));
  const [skin, hair] = [SKINS[look.skin]!, HAIRS[look.hair]!];
  const glasses = look.glasses
    ? '<g fill="none" stroke="#2b3542" stroke-width="1.6"><circle cx="42" cy="47" r="6"/><circle cx="58" cy="47" r="6"/><path d="M48 46h4"/></g>'
    : '';
  return svg(
    `<rect width="100" height="100" fill="${back}"/><path d="M14 100c2-22 18-28 36-28s34 6 36 28z" fill="${cloth}"/>` +
      `<path d="M42 62h16v12c-4 6-12 6-16 0z" fill="${skin}"/><ellipse cx="50" cy="47" rx="21" ry="24" fill="${skin}"/>` +
      `<g fill="${hair}">${HAIRCUTS[look.cut]}</g>` +
      `<g fill="#2b2320"><circle cx="42" cy="47" r="2"/><circle cx="58" cy="47" r="2"/></g>${glasses}` +
      `<path d="M44 59q6 5 12 0" fill="none" stroke="#2b2320" stroke-width="1.8" stroke-linecap="round"/>`,
  );
}
