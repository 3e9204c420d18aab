import type { Group } from '../../group.ts';

type Names = () => Promise<{ default: string[] }>;

/*
 * The names of feather 4.29.2, heroicons 2.2.0 and Google’s material icons of which build/icon-shapes.ts finds a drawing.
 * The variants of a family have the same names. Each list is fetched when its catalogue is opened.
 */
const feather: Names = () => import('./names/feather.json');
const heroicons: Names = () => import('./names/heroicons.json');
const material: Names = () => import('./names/material.json');

const SETS: Readonly<Record<string, readonly [namespace: string, name: string, size: 5 | 6, names: Names]>> = {
  feather: ['feather', 'Feather', 6, feather],
  'heroicons-outline': ['heroicons_outline', 'Heroicons Outline', 6, heroicons],
  'heroicons-solid': ['heroicons_solid', 'Heroicons Solid', 5, heroicons],
  'material-solid': ['mat_solid', 'Material Solid', 6, material],
  'material-outline': ['mat_outline', 'Material Outline', 6, material],
  'material-twotone': ['', 'Material Twotone', 6, material],
};

export const icons: Group<'icons'> = {
  name: 'icons',
  seed: () => ({}),
  problems: () => [],
  handlers: {
    'GET /api/ui/icons/:set': {
      takesNothing: true,
      async read(_, { params }) {
        const set = Object.hasOwn(SETS, params['set']!) ? SETS[params['set']!] : null;
        if (!set) return null;
        const [namespace, name, size, names] = set;
        return { namespace, name, grid: `icon-size-${size}` as const, list: (await names()).default };
      },
    },
  },
};
