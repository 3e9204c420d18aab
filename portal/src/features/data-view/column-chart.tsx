import type { ColumnProfile, TableFilter } from '@rise/contract';
import { useUiContext } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useRangeText } from './profile-words.ts';
import { barsOf, valueFilter } from './profile-filters.ts';
import classes from './column-chart.module.css';

interface ColumnChartProps {
  profile: ColumnProfile;
  onFilter: (filter: TableFilter) => void;
}

/** Values named in a bar of shares. */
const SHARES = 4;

/**
 * A column at a glance: a histogram of numbers or dates, the shares of the most frequent texts. Each part filters; by
 * keyboard the column's details do the same, so that a table has not hundreds of stops.
 */
export function ColumnChart({ profile, onFilter }: ColumnChartProps) {
  const bars = barsOf(profile);
  return bars.length > 0 ? (
    <Histogram profile={profile} onFilter={onFilter} />
  ) : (
    <Shares profile={profile} onFilter={onFilter} />
  );
}

function Histogram({ profile, onFilter }: ColumnChartProps) {
  const { t } = useTranslation();
  const range = useRangeText(profile);
  const bars = barsOf(profile);
  const most = Math.max(...bars.map(({ rows }) => rows), 1);
  return (
    <div className={classes.histogram} aria-hidden>
      {bars.map((bar) => (
        <button
          key={bar.key}
          type="button"
          tabIndex={-1}
          className={classes.bar}
          aria-label={range(bar)}
          data-tail={bar.tail || undefined}
          title={t('dataView.profile.barRows', { range: range(bar), count: bar.rows })}
          onClick={() => onFilter(bar.filter)}
        >
          <span style={{ height: `${bar.rows === 0 ? 0 : Math.max(6, (bar.rows / most) * 100)}%` }} />
        </button>
      ))}
    </div>
  );
}

function Shares({ profile, onFilter }: ColumnChartProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const { rows, nulls, top, column } = profile;
  if (rows === 0 || top === null) return <div className={classes.none} aria-hidden />;
  const named = top.slice(0, SHARES);
  const rest = rows - nulls - named.reduce((sum, item) => sum + item.rows, 0);
  const share = (count: number) => `${(count / rows) * 100}%`;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const title = (name: string, count: number) =>
    t('dataView.profile.share', { name, share: percent.format(count / rows), count });
  const nameOf = (value: string) =>
    value === '' ? t('dataView.marks.empty') : value.trim() === '' ? t('dataView.marks.blank') : value;
  return (
    <div className={classes.shares} aria-hidden>
      {named.map(({ value, rows: count }, place) => (
        <button
          key={value}
          type="button"
          tabIndex={-1}
          className={classes.share}
          data-place={place}
          style={{ width: share(count) }}
          title={title(nameOf(value), count)}
          onClick={() => onFilter(valueFilter(column, value))}
        >
          {nameOf(value)}
        </button>
      ))}
      {rest > 0 && (
        <span
          className={classes.rest}
          style={{ width: share(rest) }}
          title={title(t('dataView.profile.others'), rest)}
        />
      )}
      {nulls > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.nulls}
          aria-label={t('dataView.marks.null')}
          style={{ width: share(nulls) }}
          title={title(t('dataView.marks.null'), nulls)}
          onClick={() => onFilter({ column, is: 'null' })}
        />
      )}
    </div>
  );
}
