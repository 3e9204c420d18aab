import type { MenuAction } from '@rise/ui';
import { download } from '@rise/shell/files';
import { IconPhoto, IconSvg } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../dates/dates.ts';
import { useOpenReport } from '../report-context.ts';
import { useIsViewedAs } from '../report-source.ts';
import { drawingOf, fileNameOf, imageOf, pngFile, svgFile } from './chart-image.ts';

/** Entries that download a tile's chart as a picture; none for tiles without one. */
export function useImageMenu(tile: { id: string; kind: string; shape?: string }, title: string): MenuAction[] {
  const { t, i18n } = useTranslation();
  const { report, about } = useOpenReport();
  const isViewedAs = useIsViewedAs();
  const isDrawn =
    about !== null &&
    !isViewedAs &&
    ['chart', 'ranking', 'distribution', 'mix'].includes(tile.kind) &&
    tile.shape !== 'funnel' &&
    tile.shape !== 'bullet';
  if (!isDrawn) return [];
  const save = async (type: 'png' | 'svg') => {
    const drawing = drawingOf(tile.id);
    if (!drawing) return;
    const detail = report.asOf ? t('report.asOf', { date: formatDay(report.asOf, i18n.language) }) : '';
    const image = imageOf(drawing, { title, detail });
    download(type === 'svg' ? svgFile(image) : await pngFile(image), `${fileNameOf(title)}.${type}`);
  };
  return [
    { id: 'png', label: t('report.menu.png'), icon: IconPhoto, onClick: () => void save('png') },
    { id: 'svg', label: t('report.menu.svg'), icon: IconSvg, onClick: () => void save('svg') },
  ];
}
