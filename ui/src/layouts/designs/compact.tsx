import type { LayoutDesign, PanelProps } from '../layout-design.ts';
import { PlainPanel } from '../plain-panel.tsx';
import { MarkBrand } from './mark-brand.tsx';

function CompactColumn(panel: PanelProps) {
  return <PlainPanel {...panel} navigationEnd={undefined} look="labels" start={<MarkBrand home={panel.home} />} />;
}

/** Icons with labels below; their children open in a second panel. */
export const compact: LayoutDesign = {
  menu: 'compact',
  tone: 'nav',
  side: { width: 112, Content: CompactColumn },
  rail: true,
  footer: true,
};
