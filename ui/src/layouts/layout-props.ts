import type { ReactNode } from 'react';
import type { NavigationItem } from '../navigation/navigation-item.ts';

/** What every layout is given; those without chrome draw only the children. */
export interface LayoutProps {
  navigation: readonly NavigationItem[];
  pathname: string;
  /** Where the logo leads. */
  home?: string;
  /** Beside the menu toggle. */
  toolbarStart?: ReactNode;
  /** At the right end of the toolbar. */
  toolbarEnd?: ReactNode;
  /** Between the toolbar and the page, over its whole width. */
  banner?: ReactNode;
  /** Below the navigation's items. */
  navigationEnd?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}
