import { VisuallyHidden } from '@mantine/core';
import { IconArrowNarrowLeft, IconArrowNarrowRight } from '@tabler/icons-react';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { formatInteger } from './format-figure.ts';
import classes from './percentile-strip.module.css';

/** Which direction is good. */
export type Better = 'higher' | 'lower' | 'neutral';

export interface PercentileStripProps {
  /** 0–100: the share of peers with a smaller value. */
  percentile: number | null;
  peers?: number | null;
  better?: Better;
}

/** Colored only in the outer quarters; the middle half is neutral. */
function toneOf(percentile: number, better: Better): 'positive' | 'negative' | 'plain' {
  if (better === 'neutral') return 'plain';
  const goodness = better === 'higher' ? percentile : 100 - percentile;
  if (goodness >= 75) return 'positive';
  return goodness <= 25 ? 'negative' : 'plain';
}

/** Percentile among the peers: a small scale with a tick at the median, and a text. */
export function PercentileStrip({ percentile, peers, better = 'neutral' }: PercentileStripProps) {
  const { texts, locale } = useUiContext();
  if (percentile === null) return <div className={classes['words']}>{texts.noPeers}</div>;
  const number = formatInteger(percentile, locale);
  return (
    <div className={classes['strip']} data-better={better} data-standing={toneOf(percentile, better)}>
      <div className={classes['track']} aria-hidden>
        <span className={classes['marker']} style={{ left: `${Math.min(100, Math.max(0, percentile))}%` }} />
      </div>
      <div className={classes['words']}>
        <span>
          {peers === null || peers === undefined
            ? fill(texts.percentile, { percentile: number })
            : fill(texts.percentileOf, { percentile: number, count: formatInteger(peers, locale) })}
        </span>
        {better !== 'neutral' && (
          <span className={classes['meaning']}>
            <span aria-hidden className={classes['way']}>
              {better === 'lower' && <IconArrowNarrowLeft size={14} stroke={1.5} />}
              {better === 'higher' && <IconArrowNarrowRight size={14} stroke={1.5} />}
            </span>
            <VisuallyHidden>{better === 'higher' ? texts.higherIsBetter : texts.lowerIsBetter}</VisuallyHidden>
          </span>
        )}
      </div>
    </div>
  );
}
