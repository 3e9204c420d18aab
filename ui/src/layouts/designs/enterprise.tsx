import type { LayoutDesign } from '../layout-design.ts';
import { TwoRowHeader } from './horizontal-header.tsx';
import classes from './enterprise.module.css';

/** A dark bar with logo and tools, a light one with the navigation, the page as a card below. */
export const enterprise: LayoutDesign = {
  menu: 'horizontal',
  tone: 'nav',
  className: classes['enterprise'],
  Header: TwoRowHeader,
  rail: true,
  footer: true,
};
