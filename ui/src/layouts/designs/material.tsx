import type { LayoutDesign } from '../layout-design.ts';
import { TwoRowHeader } from './horizontal-header.tsx';
import classes from './material.module.css';

/** A band in the theme's color, overlapped by a card with tools, navigation and page. */
export const material: LayoutDesign = {
  menu: 'horizontal',
  tone: 'nav',
  className: classes['material'],
  Header: TwoRowHeader,
  rail: false,
  footer: true,
};
