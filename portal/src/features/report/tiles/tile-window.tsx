import { Modal, SegmentedControl } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { tilesOf } from '@rise/contract/report-pages';
import { CloseButton } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { useOpenReport } from '../report-context.ts';
import type { RunState } from '../report-run.ts';
import { TileSurfaceContext } from './tile-surface.ts';
import { TileView } from './tile-view.tsx';
import classes from './tile-window.module.css';

/** Of head and edges, in pixels. */
const AROUND = 160;
const LEAST = 240;
/** Kinds that are tables already. */
const TABLES: ReadonlySet<string> = new Set(['table', 'rows']);

/** The tile that its menu opened alone over the window, as it is drawn or as a table of its figures. */
export function TileWindow({ tiles }: { tiles: RunState['tiles'] }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, choices, choose } = useOpenReport();
  const viewport = useViewportSize();
  const tile = tilesOf(report.document).find(({ id }) => id === choices.full);
  const asTable = choices.as === 'table';
  const height = Math.max(LEAST, viewport.height - AROUND);
  const surface = useMemo(() => ({ on: 'window' as const, asTable, height }), [asTable, height]);
  if (!tile || tile.kind === 'text' || choices.present) return null;
  const close = () => choose({ full: undefined, as: undefined }, { replace: true });
  const title = localize(tile.title);
  return (
    <Modal
      opened
      onClose={close}
      fullScreen
      withCloseButton={false}
      padding={0}
      radius={0}
      transitionProps={{ duration: 0 }}
      aria-label={title}
      classNames={{ content: classes.content! }}
    >
      <div className={classes.window}>
        <div className={classes.tools}>
          {!TABLES.has(tile.kind) && (
            <SegmentedControl
              size="xs"
              aria-label={t('report.full.view')}
              value={asTable ? 'table' : 'drawing'}
              data={[
                { value: 'drawing', label: t(tile.kind === 'chart' ? 'report.full.drawing' : 'report.full.figures') },
                { value: 'table', label: t('report.full.table') },
              ]}
              onChange={(value) => choose({ as: value === 'table' ? 'table' : undefined }, { replace: true })}
            />
          )}
          <CloseButton onClick={close} />
        </div>
        <TileSurfaceContext value={surface}>
          <TileView tile={tile} run={tiles[tile.id] ?? { status: 'loading' }} height={height} />
        </TileSurfaceContext>
      </div>
    </Modal>
  );
}
