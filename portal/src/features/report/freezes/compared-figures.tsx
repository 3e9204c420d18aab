import type { Cell, ComparedFigure, FreezeComparison } from '@rise/contract';
import {
  DataGrid,
  type DataGridColumn,
  type FigureFormat,
  type FigureValue,
  formatPoints,
  useFigure,
  useUiContext,
} from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { asFigure } from '../fields.ts';
import classes from './freezes.module.css';

type Row = ComparedFigure & { key: string };

/** More of them are a table on phones, too. */
const MAX_CARDS = 200;
/** Decimals of a difference of percentages, at least, so that a small one is not written as none. */
const POINTS = 2;
/** Of statistics, which have no format of their own: counts and ranks are whole. */
const plain = (value: Cell): FigureFormat => ({ unit: 'number', decimals: Number.isInteger(Number(value)) ? 0 : 4 });

/** Figures with their old and new value, their difference, and what made it. */
export function ComparedFigures({ comparison, all }: { comparison: FreezeComparison; all: boolean }) {
  const { t } = useTranslation();
  const columns = useColumns(comparison);
  const rows = comparison.figures
    .map((figure, place): Row => ({ ...figure, key: String(place) }))
    .filter(({ change }) => all || change !== 'same');
  if (rows.length === 0) return null;
  return (
    <DataGrid
      label={t('report.freeze.comparison.table')}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      density="compact"
      narrowLayout={rows.length <= MAX_CARDS ? 'cards' : 'table'}
    />
  );
}

function useColumns({ tiles }: FreezeComparison): DataGridColumn<Row>[] {
  const { t } = useTranslation();
  const localize = useLocalize();
  const figure = useWriter();
  const tileName = (id: string) => localize(tiles.find((tile) => tile.id === id)?.title ?? { en: id });
  const placesOf = ({ at }: Row) => at.map(({ value, label }) => (label ? localize(label) : String(value ?? '–')));
  const stepsOf = ({ change, steps, format }: Row) =>
    change === 'same' ? '' : steps.map((step) => phrase(step, format, steps.length > 1)).join('; ');
  const phrase = ({ causes, difference }: Row['steps'][number], format: Row['format'], isOneOfSeveral: boolean) => {
    const names = causes.map((cause) => t(`report.freeze.causes.${cause}`)).join(' + ');
    const name = names === '' ? t('report.freeze.unknownCause') : names;
    return isOneOfSeveral && difference !== null ? `${name} ${figure.difference(difference, format)}` : name;
  };
  const number = { format: plain(null), width: 140 };
  const write = (value: Cell, text: string) => <span className={classes.figure}>{value === null ? '–' : text}</span>;
  const nameOf = (row: Row) => [localize(row.measure), ...placesOf(row)].join(' · ');
  return [
    { id: 'figure', title: t('report.freeze.comparison.figure'), value: nameOf, width: 250 },
    {
      ...number,
      id: 'old',
      title: t('report.freeze.comparison.old'),
      value: (row) => asFigure(row.old),
      render: (row) => write(row.old, figure.value(row.old, row.format)),
    },
    {
      ...number,
      id: 'new',
      title: t('report.freeze.comparison.new'),
      value: (row) => asFigure(row.new),
      render: (row) => write(row.new, figure.value(row.new, row.format)),
    },
    {
      ...number,
      id: 'difference',
      title: t('report.freeze.comparison.difference'),
      value: ({ difference }) => asFigure(difference),
      render: ({ change, difference, format }) =>
        change === 'added' || change === 'removed'
          ? t(`report.freeze.comparison.${change}`)
          : write(difference, figure.difference(difference, format)),
    },
    { id: 'causes', title: t('report.freeze.comparison.cause'), value: stepsOf, width: 190 },
    { id: 'tile', title: t('report.freeze.comparison.tile'), value: ({ tile }) => tileName(tile), width: 160 },
  ];
}

/** Writes values of a figure, and differences of them: those of percentages are in percentage points. */
function useWriter() {
  const { locale, texts } = useUiContext();
  const write = useFigure();
  const isDay = (value: Cell) => typeof value === 'string' && !Number.isFinite(Number(value));
  return {
    value: (value: Cell, format: Row['format']): string =>
      isDay(value) && format === null ? String(value) : write(asFigure(value), format ?? plain(value)),
    difference: (value: Cell, format: Row['format']): string => {
      if (format?.unit === 'percent')
        return `${formatPoints(asFigure(value) as FigureValue, Math.max(POINTS, format.decimals), locale)} ${texts.percentagePoints}`;
      return write(asFigure(value), format ?? plain(value), { signed: true });
    },
  };
}
