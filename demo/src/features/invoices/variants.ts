export const VARIANTS = ['compact', 'modern'] as const;
export type Variant = (typeof VARIANTS)[number];
