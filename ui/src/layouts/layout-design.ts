import type { ComponentType, ReactNode } from 'react';
import type { MenuName, NavigationItem } from '../navigation/navigation-item.ts';
import type { LayoutProps } from './layout-props.ts';

/** Props of the chrome around the page. */
export interface ChromeProps extends Omit<LayoutProps, 'children' | 'navigation' | 'banner' | 'rail'> {
  items: readonly NavigationItem[];
  /** The navigation is open: beside the page, or over it. */
  open: boolean;
  onToggle: () => void;
  /** Id of the navigation, for its toggle. */
  controls: string | undefined;
  /** The column of icons stays expanded. */
  pinned: boolean;
  onPin: () => void;
}

export interface PanelProps extends ChromeProps {
  /** Closes the panel if it covers the page. */
  close?: ReactNode;
}

/** How one layout differs from the others; the frame around the page is the same in all of them. */
export interface LayoutDesign {
  /** Which of the four menus it shows. */
  menu: MenuName;
  /** Background of the navigation. */
  tone: 'nav' | 'brand' | 'surface';
  /** Class of the frame, for this layout's own styles. */
  className?: string | undefined;
  /** Panel next to the page on wide screens; horizontal layouts have none. */
  side?: { width: number; pinnedWidth?: number; Content: ComponentType<PanelProps> };
  /** The navigation in its drawer on narrow screens, if not the plain one. */
  DrawerPanel?: ComponentType<PanelProps>;
  /** On wide screens; default: the plain toolbar. */
  Header?: ComponentType<ChromeProps>;
  /** Whether the chat's rail has its column at the right edge; without it the chat opens as a drawer at every width. */
  rail: boolean;
  footer: boolean;
}
