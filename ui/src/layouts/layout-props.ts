import type { ReactNode } from 'react';
import type { NavigationItem, NavigationMenus } from '../navigation/navigation-item.ts';
import type { Person } from '../people/user-menu.tsx';

/** Props of every layout; those without chrome draw only the banner and the children. */
export interface LayoutProps {
  /** A menu for each way to draw it, or one for all. */
  navigation: readonly NavigationItem[] | NavigationMenus;
  pathname: string;
  /** Link of the logo. */
  home?: string;
  /** Beside the menu toggle. */
  toolbarStart?: ReactNode;
  /** At the right end of the toolbar. */
  toolbarEnd?: ReactNode;
  /** After `toolbarEnd`: what is new. One layout keeps it above the navigation. */
  notices?: ReactNode;
  /** Who is signed in, and their menu: at the end of the toolbar, or in the navigation of the layouts that show people. */
  user?: { person: Person; menu: ReactNode };
  /** Between the toolbar and the page, over its whole width. */
  banner?: ReactNode;
  /** Below the navigation's items. */
  navigationEnd?: ReactNode;
  /** One line below the page; null for none. */
  footer?: ReactNode;
  /** At the right edge, in the layouts that have room for it. */
  rail?: ReactNode;
  children: ReactNode;
}
