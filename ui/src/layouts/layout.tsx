import type { ComponentType } from 'react';
import { ClassicLayout } from './classic-layout.tsx';
import { EmptyLayout } from './empty-layout.tsx';
import type { LayoutProps } from './layout-props.ts';

/** The layouts by name: a further one is one more line. */
export const LAYOUTS = {
  classic: ClassicLayout,
  empty: EmptyLayout,
} as const satisfies Record<string, ComponentType<LayoutProps>>;

export type LayoutName = keyof typeof LAYOUTS;

export const isLayoutName = (name: string): name is LayoutName => Object.hasOwn(LAYOUTS, name);

/** The layout of that name; the classic one where there is none. */
export function Layout({ name, ...props }: LayoutProps & { name: string }) {
  const Chosen = LAYOUTS[isLayoutName(name) ? name : 'classic'];
  return <Chosen {...props} />;
}
