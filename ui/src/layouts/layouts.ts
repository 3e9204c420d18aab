import type { LayoutDesign } from './layout-design.ts';

const vertical = {
  classic: async () => (await import('./designs/classic.ts')).classic,
  classy: async () => (await import('./designs/classy.tsx')).classy,
  compact: async () => (await import('./designs/compact.tsx')).compact,
  dense: async () => (await import('./designs/dense.tsx')).dense,
  futuristic: async () => (await import('./designs/futuristic.tsx')).futuristic,
  thin: async () => (await import('./designs/thin.tsx')).thin,
};

const horizontal = {
  centered: async () => (await import('./designs/centered.tsx')).centered,
  enterprise: async () => (await import('./designs/enterprise.tsx')).enterprise,
  material: async () => (await import('./designs/material.tsx')).material,
  modern: async () => (await import('./designs/modern.tsx')).modern,
};

/** Every layout and its loader. `empty` has nothing to load. */
export const LAYOUTS = {
  empty: async () => null,
  ...horizontal,
  ...vertical,
} as const satisfies Record<string, () => Promise<LayoutDesign | null>>;

export type LayoutName = keyof typeof LAYOUTS;

/** In the order they are offered; without `empty`, which is not offered. */
export const CHROME_LAYOUTS: readonly Exclude<LayoutName, 'empty'>[] = [
  'classic',
  'classy',
  'compact',
  'dense',
  'futuristic',
  'thin',
  'centered',
  'enterprise',
  'material',
  'modern',
];

export const isLayoutName = (name: string): name is LayoutName => Object.hasOwn(LAYOUTS, name);

const loaded = new Map<LayoutName, LayoutDesign | null>([['empty', null]]);
const loadings = new Map<LayoutName, Promise<void>>();

async function load(name: LayoutName): Promise<void> {
  try {
    loaded.set(name, await LAYOUTS[name]());
  } catch (error) {
    loadings.delete(name);
    throw error;
  }
}

/** Preloads a layout, so that it can be shown at once. A failed attempt can be repeated. */
export function preloadLayout(name: string): Promise<void> {
  const known = isLayoutName(name) ? name : 'classic';
  const running = loadings.get(known) ?? load(known);
  loadings.set(known, running);
  // React's own field: `use` does not suspend for a fulfilled promise.
  if (loaded.has(known)) Object.assign(running, { status: 'fulfilled' });
  return running;
}

/** The design, or undefined while it is not loaded. */
export const loadedLayout = (name: LayoutName): LayoutDesign | null | undefined => loaded.get(name);
