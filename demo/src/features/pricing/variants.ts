export const VARIANTS = ['modern', 'simple', 'single', 'table'] as const;
export type Variant = (typeof VARIANTS)[number];
