import type { ComponentType } from 'react';

/** An icon that is drawn as large as its place. */
export type Icon = ComponentType<{ size?: number | string; stroke?: number | string; className?: string }>;
