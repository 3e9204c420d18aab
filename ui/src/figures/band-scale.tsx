import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useUiContext } from '../context/ui-context.tsx';
import type { Tone } from '../theme/tokens.ts';
import { fill } from '../texts/ui-texts.ts';
import { type FigureFormat, type FigureValue, isFigure } from './format-figure.ts';
import { useFigure } from './use-figure.ts';
import classes from './band-scale.module.css';

/** A named range of values: from `from` (null: open) up to the next better band. */
export interface Band {
  name: string;
  title: string;
  from: number | null;
  tone: Tone;
}

export interface BandScaleProps {
  /** Best first. */
  bands: readonly Band[];
  value: FigureValue;
  format: FigureFormat;
  /** Accessible name of the scale. */
  label: string;
}

const ICONS = { positive: IconCircleCheck, info: IconInfoCircle, warning: IconAlertTriangle, negative: IconCircleX };

/** The first band whose lower bound the value reaches; null without a value. */
export function bandOf(bands: readonly Band[], value: FigureValue): Band | null {
  if (!isFigure(value)) return null;
  return bands.find(({ from }) => from === null || Number(value) >= from) ?? null;
}

/** A value's relative position in its band, 0–1. Open bands have the width of their neighbor. */
function place(bands: readonly Band[], band: Band, value: number): number {
  const index = bands.indexOf(band);
  const upper = bands[index - 1]?.from ?? null;
  const lower = band.from;
  const width =
    lower !== null && upper !== null
      ? upper - lower
      : lower !== null
        ? lower - (bands[index + 1]?.from ?? 0)
        : Math.abs(upper ?? 1);
  const start = lower ?? (upper ?? 0) - width;
  return width > 0 ? Math.min(0.96, Math.max(0.04, (value - start) / width)) : 0.5;
}

/** The bands as a scale from worst to best, with the value marked. */
export function BandScale({ bands, value, format, label }: BandScaleProps) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const current = bandOf(bands, value);
  return (
    <div className={classes['room']}>
      <ol className={classes['scale']} aria-label={label}>
        {bands.toReversed().map((band) => {
          const here = band === current;
          const upper = bands[bands.indexOf(band) - 1]?.from ?? null;
          const Icon = ICONS[band.tone];
          return (
            <li
              key={band.name}
              className={classes['band']}
              style={{ '--order': bands.indexOf(band) } as React.CSSProperties}
              data-tone={band.tone}
              data-here={here || undefined}
            >
              {here && (
                <span
                  className={classes['marker']}
                  style={{ '--place': `${place(bands, band, Number(value)) * 100}%` } as React.CSSProperties}
                  aria-hidden
                >
                  {figure(value, format)}
                </span>
              )}
              <span className={classes['segment']} aria-hidden />
              <span className={classes['title']}>
                {here && <Icon size={15} className={classes['icon']} />}
                {band.title}
              </span>
              <span className={classes['range']}>
                {band.from !== null
                  ? fill(texts.bandFrom, { value: figure(band.from, format) })
                  : upper === null
                    ? null
                    : fill(texts.bandBelow, { value: figure(upper, format) })}
              </span>
              {here && (
                <VisuallyHidden>{fill(texts.bandHere, { title: label, value: figure(value, format) })}</VisuallyHidden>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
