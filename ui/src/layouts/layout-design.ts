import type { ComponentType, ReactNode } from 'react';
import type { MenuName, NavigationItem } from '../navigation/navigation-item.ts';
import type { LayoutProps } from './layout-props.ts';

/** What the chrome around the page is drawn from. */
export interface ChromeProps extends Omit<LayoutProps, 'children' | 'navigation' | 'banner' | 'rail'> {
  items: readonly NavigationItem[];
  /** The navigation is open: beside the page, or over it. */
  open: boolean;
  onToggle: () => void;
  /** Id of the navigation, for its toggle. */
  controls: string | undefined;
  /** A column of icons is kept wide. */
  pinned: boolean;
  onPin: () => void;
}

export interface PanelProps extends ChromeProps {
  /** Closes the panel where it lies over the page. */
  close?: ReactNode;
}

/** How one layout differs from the others; the frame around the page is the same in all of them. */
export interface LayoutDesign {
  /** Which of the four menus it shows. */
  menu: MenuName;
  /** Ground of the navigation. */
  tone: 'nav' | 'brand' | 'surface';
  /** On the frame, for what only this layout has. */
  className?: string | undefined;
  /** Beside the page on wide screens; horizontal layouts have none. */
  side?: { width: number; pinnedWidth?: number; Content: ComponentType<PanelProps> };
  /** The navigation in its drawer on narrow screens, where it is not the plain one. */
  Panel?: ComponentType<PanelProps>;
  /** On wide screens; the plain toolbar where there is none. */
  Header?: ComponentType<ChromeProps>;
  /** Whether it has room for the rail at the right edge. */
  rail: boolean;
  footer: boolean;
}
