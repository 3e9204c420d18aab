import type { Group } from '../../group.ts';

type Names = () => Promise<{ default: string[] }>;

/*
 * Names of the icons of Feather 4.29.2, Heroicons 2.2.0 and Material for which build/icon-shapes.ts finds a drawing.
 * The variants of a family have the same names. Each list is loaded when its page is opened.
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
  findIssues: () => [],
  handlers: {
    'GET /api/ui/icons/:set': {
      withoutInput: true,
      async read(_, { params }) {
        const set = Object.hasOwn(SETS, params['set']!) ? SETS[params['set']!] : null;
        if (!set) return null;
        const [namespace, name, size, names] = set;
        return { namespace, name, grid: `icon-size-${size}` as const, list: (await names()).default };
      },
    },
  },
};
