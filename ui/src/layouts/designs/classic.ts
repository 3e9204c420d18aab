import type { LayoutDesign } from '../layout-design.ts';
import { PlainPanel } from '../plain-panel.tsx';

/** A dark navigation at the left, a toolbar above the page. */
export const classic: LayoutDesign = {
  menu: 'default',
  tone: 'nav',
  side: { width: 280, Content: PlainPanel },
  rail: true,
  footer: true,
};
