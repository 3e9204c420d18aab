import type { LayoutDesign } from '../layout-design.ts';
import { OneRowHeader } from './horizontal-header.tsx';
import classes from './centered.module.css';

/** Everything in a centered box of at most 1440 pixels on a gray background. */
export const centered: LayoutDesign = {
  menu: 'horizontal',
  tone: 'nav',
  className: classes['centered'],
  Header: OneRowHeader,
  rail: false,
  footer: true,
};
