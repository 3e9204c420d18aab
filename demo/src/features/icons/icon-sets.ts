/** The sets in tab order, each with its author. */
export const ICON_SETS = [
  { id: 'feather', name: 'Feather', author: 'Cole Bemis', license: 'MIT' },
  { id: 'heroicons-outline', name: 'Heroicons Outline', author: 'Tailwind Labs', license: 'MIT' },
  { id: 'heroicons-solid', name: 'Heroicons Solid', author: 'Tailwind Labs', license: 'MIT' },
  { id: 'material-solid', name: 'Material Solid', author: 'Google', license: 'Apache 2.0' },
  { id: 'material-outline', name: 'Material Outline', author: 'Google', license: 'Apache 2.0' },
  { id: 'material-twotone', name: 'Material Twotone', author: 'Google', license: 'Apache 2.0' },
] as const;

export type IconSet = (typeof ICON_SETS)[number];
export type IconSetId = IconSet['id'];

export const iconSet = (id: string): IconSet | null => ICON_SETS.find((set) => set.id === id) ?? null;

/** Licenses of all drawings: a file next to the page. */
export const LICENSES = 'icons/licenses.txt';
