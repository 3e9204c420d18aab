import { useCallback, useMemo } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import type { MenuPlace } from '../menus/context-menu.tsx';
import { ChartFigure } from './chart-figure.tsx';
import type { ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import { canBePie, partColors, type PieData, pieOption, type PiePart, pieShares, pieTotal } from './pie-option.ts';
import { useChartClick } from './use-chart-click.ts';
import { type ChartHeight, pies, useChart, useChartColors } from './use-chart.ts';
import classes from './pie-chart.module.css';

export interface PieChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** What the parts are ('Product'): header of the table's first column. */
  categoryLabel: string;
  /** What the values are ('Balance'): header of the table's second column. */
  valueLabel: string;
  /** Clockwise from the top. */
  parts: readonly PiePart[];
  format: FigureFormat;
  shape?: 'pie' | 'donut';
  /** Writes the total in the ring. */
  total?: boolean;
  /** Diameter in pixels, or 'fill': as high as the box around it, with the list. */
  height?: ChartHeight;
  /** Shown where the values are not parts of a whole: `canBePie`. */
  emptyText?: string;
  onSelect?: (key: string) => void;
  /** On a right click, and on the menu key or Shift+F10. */
  onMenu?: (key: string, place: MenuPlace) => void;
  /** Keys of highlighted parts; the others are faded. */
  selected?: ReadonlySet<string>;
}

/** Parts of a whole, listed with their values and shares. */
export function PieChart({
  label,
  categoryLabel,
  valueLabel,
  parts,
  format,
  shape = 'donut',
  total = false,
  height = 208,
  emptyText,
  onSelect,
  onMenu,
  selected,
}: PieChartProps) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const isSelectable = onSelect !== undefined;
  const data = useMemo<PieData>(
    () => ({
      parts,
      isRing: shape === 'donut',
      selected: selected ?? null,
      isSelectable,
      write: (value) => figure(value, format),
      writeShare: (share) => figure(share, { unit: 'percent', decimals: 1 }),
    }),
    [parts, shape, selected, isSelectable, figure, format],
  );
  const build = useCallback((place: ChartContext) => pieOption(data, place), [data]);
  const isDrawn = canBePie(parts.map(({ value }) => value));
  const { container, status, chart } = useChart(height, isDrawn ? build : null, pies);
  const select = (index: number) => onSelect?.(parts[index]!.key);
  const open = (index: number, place: MenuPlace) => onMenu?.(parts[index]!.key, place);
  useChartClick(
    { chart, status },
    onSelect && (({ dataIndex }) => select(dataIndex)),
    null,
    onMenu && (({ dataIndex }, place) => open(dataIndex, place)),
  );
  const shares = pieShares(parts);
  const rows = parts.map(({ name, value }, index) => [name, data.write(value), data.writeShare(shares[index]!)]);
  return (
    <div className={classes['pie']} data-fill={height === 'fill'}>
      <div className={isDrawn ? classes['layout'] : classes['drawing']}>
        <div className={classes['drawing']}>
          <ChartFigure
            label={label}
            height={height}
            container={container}
            status={status}
            emptyText={emptyText}
            table={{ head: [categoryLabel, valueLabel, texts.share], rows }}
          >
            {total && shape === 'donut' && (
              <div className={classes['middle']} aria-hidden>
                <strong>{figure(pieTotal(parts), format, { compact: true })}</strong>
                {texts.total}
              </div>
            )}
            <ChartWalk
              label={label}
              chart={chart}
              marks={rows.map((row) => row.join(', '))}
              onSelect={onSelect && select}
              onMenu={onMenu && open}
            />
          </ChartFigure>
        </div>
        {isDrawn && <PartList data={data} rows={rows} select={onSelect && select} />}
      </div>
    </div>
  );
}

interface PartListProps {
  data: PieData;
  /** Name, value and share. */
  rows: readonly string[][];
  select: ((index: number) => void) | undefined;
}

/** Names the colors. Screen readers get the table, unless the parts can be selected. */
function PartList({ data: { parts, selected }, rows, select }: PartListProps) {
  const colors = partColors(parts, useChartColors());
  return (
    <ul className={classes['parts']} aria-hidden={select === undefined || undefined}>
      {parts.map(({ key }, index) => {
        const [name, value, share] = rows[index]!;
        const isFaded = selected !== undefined && selected !== null && selected.size > 0 && !selected.has(key);
        const content = (
          <>
            <span className={classes['dot']} style={{ background: colors[index] }} />
            <span className={classes['name']}>{name}</span>
            <span>{value}</span>
            <span className={classes['share']}>{share}</span>
          </>
        );
        return (
          <li key={key}>
            {select === undefined ? (
              <div className={classes['part']} data-faded={isFaded}>
                {content}
              </div>
            ) : (
              <button
                type="button"
                className={classes['part']}
                data-faded={isFaded}
                aria-pressed={selected?.has(key) ?? false}
                onClick={() => select(index)}
              >
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
