import { Tile, type TileProps } from '@rise/ui';
import { IconDownload } from '@tabler/icons-react';
import type { CsvTable } from '@rise/shell/files';
import { useDashboardTexts } from './dashboards.texts.ts';
import { saveAsCsv } from './save-as-csv.ts';

export interface WidgetProps extends TileProps {
  /** The widget's data, which its menu offers as a file. The date is added to the name. */
  exported?: { readonly name: string; readonly table: () => CsvTable };
}

/** A dashboard card: title, controls and a menu of actions. */
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
