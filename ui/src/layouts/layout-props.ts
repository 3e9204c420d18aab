import type { ReactNode } from 'react';
import type { NavigationItem, NavigationMenus } from '../navigation/navigation-item.ts';
import type { Person } from '../people/person.ts';

/** Props of every layout; those without chrome render only the banner and the children. */
export interface LayoutProps {
  /** A menu for each way to draw it, or one for all. */
  navigation: readonly NavigationItem[] | NavigationMenus;
  pathname: string;
  /** Link of the logo. */
  home?: string;
  /** Next to the menu toggle. */
  toolbarStart?: ReactNode;
  /** At the right end of the toolbar. */
  toolbarEnd?: ReactNode;
  /** Notifications, after `toolbarEnd`; one layout has them above the navigation. */
  notices?: ReactNode;
  /** The account menu: at the end of the toolbar, or in the navigation of some layouts. */
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
