import type { LayoutDesign, PanelProps } from '../layout-design.ts';
import { PlainPanel } from '../plain-panel.tsx';
import { MarkBrand } from './mark-brand.tsx';

function ThinColumn(panel: PanelProps) {
  return <PlainPanel {...panel} navigationEnd={undefined} look="icons" start={<MarkBrand home={panel.home} />} />;
}

/** Icons only, on the background of the page's cards; titles are shown as tooltips. */
export const thin: LayoutDesign = {
  menu: 'compact',
  tone: 'surface',
  side: { width: 80, Content: ThinColumn },
  rail: true,
  footer: true,
};
