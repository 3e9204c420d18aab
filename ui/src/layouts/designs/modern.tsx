import type { LayoutDesign } from '../layout-design.ts';
import { OneRowHeader } from './horizontal-header.tsx';
import classes from './modern.module.css';

/** A full-width header with the navigation next to the logo. */
export const modern: LayoutDesign = {
  menu: 'horizontal',
  tone: 'nav',
  className: classes['modern'],
  Header: OneRowHeader,
  rail: true,
  footer: true,
};
