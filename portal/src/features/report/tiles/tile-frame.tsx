import { Button } from '@mantine/core';
import type { Tile as TileDocument } from '@rise/contract';
import { type MenuAction, Tile, type TileState } from '@rise/ui';
import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconCsv,
  IconInfoCircle,
  IconTable,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText, toldFailureText } from '../../../client/failure.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { measureNamed } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { useCopy } from '../use-copy.ts';
import { csvOf, type FlatTable, tabbedOf, useFigures } from './flat-table.ts';
import classes from './tiles.module.css';

export type Answer = Extract<TileRun, { results: unknown }>['results'];

export interface TileFrameProps {
  tile: TileDocument;
  run: TileRun;
  /** Measure and unit; the document's own subtitle goes before it. */
  subtitle?: string;
  skeleton: ReactNode;
  minHeight?: number;
  bare?: boolean;
  /** Measures that the menu explains. */
  about?: readonly string[];
  /** Why there is nothing to draw, given an answer. */
  empty?: (answer: Answer) => Nothing | null;
  /** The tile's figures as rows, for copying. */
  flat: (answer: Answer) => FlatTable | null;
  children: (answer: Answer) => ReactNode;
}

export interface Nothing {
  title: string;
  text: string;
}

const NONE: readonly string[] = [];

/** What all tiles have in common: their states, and the tools that every one of them has. */
export function TileFrame({ tile, run, empty, flat, children, about = NONE, ...looks }: TileFrameProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { choices, choose } = useOpenReport();
  const answer = 'results' in run ? run.results : null;
  const nothing = answer && empty?.(answer);
  const wide = choices.wide === tile.id;
  const { copied, copy } = useCopy();
  const menu = useMenu(tile, about, answer && !nothing ? () => flat(answer) : null, copy);
  const cut = answer ? rowsBeforeCut(answer) : 0;
  const subtitle = tile.subtitle ? localize(tile.subtitle) : looks.subtitle;
  return (
    <Tile
      title={localize(tile.title)}
      span={wide ? 12 : tile.width}
      state={useTileState(run, nothing ?? null)}
      skeleton={looks.skeleton}
      menu={menu}
      headerEnd={
        <>
          <span role="status" className={classes.copied}>
            {copied ? t('report.copied') : ''}
          </span>
          {wide && (
            <Button
              variant="subtle"
              leftSection={<IconArrowsDiagonalMinimize2 size={16} aria-hidden />}
              onClick={() => choose({ wide: undefined })}
            >
              {t('report.menu.narrow')}
            </Button>
          )}
        </>
      }
      {...(subtitle ? { subtitle } : {})}
      {...(looks.minHeight ? { minHeight: looks.minHeight } : {})}
      {...(looks.bare ? { bare: true } : {})}
    >
      {answer && !nothing ? (
        <>
          {cut > 0 && (
            <p role="note" className={classes.cut}>
              {t('report.cut', { count: cut })}
            </p>
          )}
          {children(answer)}
        </>
      ) : null}
    </Tile>
  );
}

/** How many rows of an answer are shown where there are more; 0 where all are. A ranking shows its beginning on purpose. */
function rowsBeforeCut(answer: Answer): number {
  const cut = Object.entries(answer).find(([slot, each]) => slot !== 'ranking' && each?.result.meta.truncated);
  return cut?.[1]?.result.meta.rowCount ?? 0;
}

function useTileState(run: TileRun, nothing: Nothing | null): TileState {
  const { t } = useTranslation();
  const { choices, choose, again } = useOpenReport();
  if (run.status === 'loading') return { status: 'loading' };
  if (run.status === 'failed') {
    const { failure } = run;
    const text = failure.kind === 'told' ? toldFailureText(failure.error, t) : failureText(failure.error, t);
    return { status: 'error', ...text, onRetry: again };
  }
  if (!nothing) return { status: run.status };
  const filtered = Object.keys(choices.filters).length > 0;
  return {
    status: 'empty',
    ...nothing,
    ...(filtered
      ? {
          action: (
            <Button variant="default" onClick={() => choose({ filters: {} })}>
              {t('report.clearFilters')}
            </Button>
          ),
        }
      : {}),
  };
}

function useMenu(
  tile: TileDocument,
  measures: readonly string[],
  flat: (() => FlatTable | null) | null,
  copy: (text: string) => void,
): MenuAction[] {
  const { t } = useTranslation();
  const localize = useLocalize();
  const figures = useFigures();
  const { report, choices, choose, about } = useOpenReport();
  const menu: MenuAction[] = measures.map((name) => {
    const measure = measureNamed(report, name);
    return {
      id: `about-${name}`,
      label: t('report.menu.about', { measure: localize(measure.label ?? measure.title) }),
      icon: IconInfoCircle,
      onClick: () => about(name, tile.id),
    };
  });
  const table = flat?.();
  if (table)
    menu.push(
      { id: 'csv', label: t('report.menu.csv'), icon: IconCsv, onClick: () => copy(csvOf(table)) },
      { id: 'table', label: t('report.menu.table'), icon: IconTable, onClick: () => copy(tabbedOf(table, figures)) },
    );
  if (tile.width < 12 && choices.wide !== tile.id)
    menu.push({
      id: 'wide',
      label: t('report.menu.wide'),
      icon: IconArrowsDiagonal,
      onClick: () => choose({ wide: tile.id }),
    });
  return menu;
}
