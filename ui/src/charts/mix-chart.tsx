import { useCallback, useMemo } from 'react';
import type { FigureFormat, FigureValue } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { ChartFigure } from './chart-figure.tsx';
import type { ChartContext } from './chart-option.ts';
import { mixHeight, mixOption, type MixPart, orderedParts } from './mix-option.ts';
import { bars, useChart } from './use-chart.ts';
import classes from './chart-figure.module.css';

export interface MixChartProps {
  label: string;
  subjectLabel: string;
  peersLabel: string;
  parts: readonly MixPart[];
  /** Format of the shares. Default: percent with one decimal. */
  format?: FigureFormat;
}

const SHARE: FigureFormat = { unit: 'percent', decimals: 1 };

/** Parts of a whole: the subject compared with its peers. */
export function MixChart({ label, subjectLabel, peersLabel, parts, format = SHARE }: MixChartProps) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const data = useMemo(
    () => ({ parts, write: (value: FigureValue) => figure(value, format) }),
    [parts, figure, format],
  );
  const build = useCallback((place: ChartContext) => mixOption(data, place), [data]);
  const { container, status } = useChart(mixHeight(parts), build, bars);
  return (
    <div>
      <div className={classes['key']} aria-hidden>
        <span className={classes['key-subject']}>{subjectLabel}</span>
        <span>{peersLabel}</span>
      </div>
      <ChartFigure
        label={label}
        height={mixHeight(parts)}
        container={container}
        status={status}
        skeleton="rows"
        table={{
          head: [texts.name, subjectLabel, peersLabel],
          rows: orderedParts(parts).map((part) => [part.label, data.write(part.subject), data.write(part.peers)]),
        }}
      />
    </div>
  );
}
