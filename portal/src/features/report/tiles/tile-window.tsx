import { Button, Modal } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { hasFigures, tilesOf } from '@rise/contract/report-pages';
import { CloseButton, useFocusReturn } from '@rise/ui';
import { IconChartBar, IconTable } from '@tabler/icons-react';
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
const AT_ONCE = { duration: 0 };
/** Kinds whose figures are drawn, not written. */
const CHARTS: ReadonlySet<string> = new Set(['chart', 'ranking', 'distribution', 'mix']);
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
  const isOpen = tile !== undefined && hasFigures(tile) && !choices.present;
  useFocusReturn(isOpen);
  if (!isOpen) return null;
  const close = () => choose({ full: undefined, as: undefined }, { replace: true });
  const isChart = CHARTS.has(tile.kind);
  return (
    <Modal.Root opened onClose={close} fullScreen padding={0} radius={0} returnFocus={false} transitionProps={AT_ONCE}>
      <Modal.Content aria-label={localize(tile.title)} classNames={{ content: classes.content! }}>
        <div className={classes.window}>
          <div className={classes.tools}>
            {!TABLES.has(tile.kind) && (
              <Button
                variant="default"
                leftSection={asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
                onClick={() => choose({ as: asTable ? undefined : 'table' }, { replace: true })}
              >
                {t(!asTable ? 'report.full.asTable' : isChart ? 'report.full.asChart' : 'report.full.asFigures')}
              </Button>
            )}
            <CloseButton onClick={close} />
          </div>
          <TileSurfaceContext value={surface}>
            <TileView tile={tile} run={tiles[tile.id] ?? { status: 'loading' }} height={height} />
          </TileSurfaceContext>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
