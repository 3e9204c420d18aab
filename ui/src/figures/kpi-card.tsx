import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Children, type CSSProperties, type ReactNode, useId } from 'react';
import { Bone } from '../states/skeletons.tsx';
import { useUiContext } from '../context/ui-context.tsx';
import type { Tone } from '../theme/tokens.ts';
import { fill } from '../texts/ui-texts.ts';
import { type FigureFormat, type FigureValue, isFigure } from './format-figure.ts';
import { type Better, PercentileStrip } from './percentile-strip.tsx';
import { type FigureTone, ToneMark } from './tone-mark.tsx';
import { useFigure } from './use-figure.ts';
import classes from './kpi-card.module.css';

export interface KpiCardProps {
  title: string;
  value: FigureValue;
  format: FigureFormat;
  /** The peers' median, in the same format. */
  median?: FigureValue;
  /** Where the value stands among its peers; null where there are none. */
  position?: { percentile: number | null; peers?: number | null } | null;
  better?: Better;
  /** Marks the figure; shown on hover and to screen readers. */
  caveat?: string;
  /** Why there is no value. */
  missing?: string;
  /** The regulator's classification of the value. */
  band?: { title: string; tone: Tone };
  /** What the value means. */
  tone?: FigureTone | null;
  /** Below the figure, at the bottom of the card. */
  footer?: ReactNode;
  /** Opens "About this number"; the whole card is then its button. */
  onAbout?: () => void;
  /** Nothing comes below the figure. */
  low?: boolean;
}

/** Title, caveat and the "About" button; `id` goes to the title. */
function Head({ id, title, caveat, onAbout }: Pick<KpiCardProps, 'title' | 'caveat' | 'onAbout'> & { id: string }) {
  const { texts } = useUiContext();
  return (
    <div className={classes['head']}>
      <h3 id={id} className={classes['title']}>
        {title}
      </h3>
      {caveat !== undefined && (
        <span className={classes['caveat']} title={caveat}>
          <IconAlertTriangle size={14} role="img" aria-label={`${texts.caveat}: ${caveat}`} />
        </span>
      )}
      {onAbout !== undefined && (
        <button
          type="button"
          className={classes['about']}
          aria-label={fill(texts.aboutNumberOf, { title })}
          onClick={onAbout}
        >
          <IconInfoCircle size={15} stroke={1.7} />
        </button>
      )}
    </div>
  );
}

/** Skeleton of a card, as high as the loaded one; `banded` if the figure has a band. */
export function KpiCardSkeleton({
  banded = false,
  low = false,
  ...head
}: Pick<KpiCardProps, 'title' | 'caveat' | 'onAbout' | 'low'> & { banded?: boolean }) {
  const { texts } = useUiContext();
  const id = useId();
  return (
    <article className={classes['card']} aria-labelledby={id} aria-busy="true" data-low={low || undefined}>
      <Head id={id} {...head} />
      <div role="img" aria-label={texts.loading} className={classes['coming']}>
        <div className={classes['figure']}>
          <Bone height={32} width="52%" />
          {banded && <Bone height={20} width="64%" />}
        </div>
        {!low && (
          <>
            <div className={classes['median']}>
              <Bone height={16} width="72%" />
            </div>
            <div className={classes['standing']}>
              <Bone height={12} />
            </div>
          </>
        )}
      </div>
    </article>
  );
}

export function KpiCard(props: KpiCardProps) {
  const { title, value, format, median, position, better, caveat, missing, band, tone, footer, onAbout, low } = props;
  const { texts } = useUiContext();
  const figure = useFigure();
  const id = useId();
  const exact = figure(value, format);
  return (
    <article
      className={classes['card']}
      aria-labelledby={id}
      data-clickable={onAbout !== undefined || undefined}
      data-low={low || undefined}
    >
      <Head id={id} title={title} caveat={caveat} onAbout={onAbout} />
      <div className={classes['figure']}>
        <span
          className={classes['value']}
          data-tone={tone ?? undefined}
          title={isFigure(value) ? exact : (missing ?? texts.missing)}
        >
          {figure(value, format, { compact: true })}
          {tone && <ToneMark tone={tone} size={20} />}
        </span>
        {band !== undefined && (
          <span className={classes['band']} data-tone={band.tone}>
            {band.title}
          </span>
        )}
      </div>
      {!isFigure(value) && <div className={classes['missing']}>{missing ?? texts.missing}</div>}
      {median !== undefined && (
        <div className={classes['median']}>
          <span>{texts.peerMedian}</span>
          <span className={classes['median-value']}>{figure(median, format, { compact: true })}</span>
        </div>
      )}
      {position !== undefined && position !== null && isFigure(value) && (
        <PercentileStrip percentile={position.percentile} peers={position.peers} better={better} />
      )}
      {footer}
    </article>
  );
}

/** The widest of these row sizes that leaves no gap in the last row; else the first. */
const evenly = (cards: number, widths: readonly [number, ...number[]]): number =>
  widths.find((width) => cards % width === 0) ?? widths[0];

/** Cards in a grid, in full rows if their number allows it. */
export function KpiGrid({ children }: { children: ReactNode }) {
  const cards = Children.count(children);
  const columns = { '--columns': evenly(cards, [5, 4, 3]), '--columns-between': evenly(cards, [3, 2]) };
  return (
    <div className={classes['room']}>
      <div className={classes['grid']} style={columns as CSSProperties}>
        {children}
      </div>
    </div>
  );
}
