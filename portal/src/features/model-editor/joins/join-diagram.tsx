import type { ModelJoin } from '@rise/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { placeJoins } from './joins.rules.ts';
import { SHORT, useJoinWords } from './use-join-words.ts';
import classes from './joins.module.css';

/** Pixels: a table, the room for a line between two, and the distance between rows. */
const WIDTH = 230;
const GAP = 90;
const HEIGHT = 84;
const ROW = 100;
const MIDDLE = HEIGHT / 2;

const left = (column: number) => column * (WIDTH + GAP);
const middle = (row: number) => row * ROW + MIDDLE;

/** Places for the style sheet, which uses them on wide screens only. */
const variables = (values: Record<`--${string}`, string>) => values as CSSProperties;

interface JoinDiagramProps {
  dataset: { name: string; table: string };
  joins: readonly ModelJoin[];
  onOpen: (join: ModelJoin) => void;
}

/** A dataset's tables as a list, which wide screens draw as a diagram: lines are decoration, all facts are words. */
export function JoinDiagram({ dataset, joins, onOpen }: JoinDiagramProps) {
  const { t } = useTranslation();
  const { cardinality, summary } = useJoinWords();
  const { placed, columns, rows } = placeJoins(joins);
  const width = left(columns) + WIDTH;
  const height = rows * ROW;
  return (
    <div
      className={classes.scroll}
      tabIndex={0}
      role="group"
      aria-label={t('modelEditor.joins.of', { dataset: dataset.name })}
    >
      <div
        className={classes.diagram}
        style={variables({ '--diagram-width': `${width}px`, '--diagram-height': `${height}px` })}
      >
        <svg className={classes.lines} width={width} height={height} aria-hidden>
          {placed.map(({ join, column, row, from }) => {
            const start = left(from.column) + WIDTH;
            const end = left(column);
            const bend = start + GAP / 2;
            const warns = join.measured?.agrees === false;
            return (
              <g key={join.name} data-warning={warns || undefined}>
                <path
                  d={`M${start} ${middle(from.row)} C${bend} ${middle(from.row)} ${bend} ${middle(row)} ${end} ${middle(row)}`}
                />
                <text x={end - 8} y={middle(row) - 8} textAnchor="end">
                  {join.measured ? SHORT[join.measured.cardinality] : '?'}
                </text>
              </g>
            );
          })}
        </svg>
        <div className={classes.fact} style={variables({ '--left': '0px', '--top': '0px' })}>
          <strong>{dataset.table}</strong>
          <span className={classes.note}>{t('modelEditor.joins.fact')}</span>
        </div>
        <ul className={classes.joined}>
          {placed.map(({ join, column, row }) => (
            <li key={join.name} style={variables({ '--left': `${left(column)}px`, '--top': `${row * ROW}px` })}>
              <button
                type="button"
                className={classes.table}
                data-warning={join.measured?.agrees === false || undefined}
                onClick={() => onOpen(join)}
              >
                <strong>
                  {join.measured?.agrees === false && <IconAlertTriangle size={14} aria-hidden />}
                  {join.name === join.table ? join.table : `${join.table} (${join.name})`}
                </strong>
                <span>{cardinality(join)}</span>
                <span className={classes.note}>{summary(join)}</span>
              </button>
            </li>
          ))}
        </ul>
        {placed.length === 0 && <p className={classes.alone}>{t('modelEditor.joins.noJoins')}</p>}
      </div>
    </div>
  );
}
