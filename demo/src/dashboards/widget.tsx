import { Tile, type TileProps } from '@rise/ui';
import { IconDownload } from '@tabler/icons-react';
import type { CsvTable } from '../kernel/csv.ts';
import { useDashboardTexts } from './dashboards.texts.ts';
import { saveAsCsv } from './save-as-csv.ts';

export interface WidgetProps extends TileProps {
  /** What the widget shows, as a file: its menu offers it. The day is added to the name. */
  exported?: { readonly name: string; readonly table: () => CsvTable };
}

/** A card of a dashboard: title, its own controls, its actions in one menu. */
export function Widget({ exported, menu, ...tile }: WidgetProps) {
  const t = useDashboardTexts();
  const save = exported && {
    id: 'export',
    label: t('exportCsv'),
    icon: IconDownload,
    onClick: () => saveAsCsv(exported.name, exported.table()),
  };
  const actions = save ? [...(menu ?? []), save] : menu;
  return <Tile {...tile} {...(actions && { menu: actions })} />;
}
