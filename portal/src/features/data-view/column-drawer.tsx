import type { ColumnProfile, TableColumn, TableFilter } from '@rise/contract';
import { DetailDrawer, DetailList, DetailSection, TextSkeleton, useUiContext } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { ColumnChart } from './column-chart.tsx';
import { ColumnUses } from './column-uses.tsx';
import { barsOf, valueFilter } from './profile-filters.ts';
import { useProfileLine, useProfileNumbers, useRangeText } from './profile-words.ts';
import type { ProfileState } from './use-profiles.ts';
import classes from './column-drawer.module.css';

interface ColumnDrawerProps {
  column: TableColumn;
  profile: ProfileState | undefined;
  onFilter: (filter: TableFilter) => void;
  onClose: () => void;
}

/** Everything about a column: what it means, what its values are like, where it is used. */
export default function ColumnDrawer({ column, profile, onFilter, onClose }: ColumnDrawerProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const ready = profile?.status === 'ready' ? profile : null;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={column.name}
      subtitle={[column.title && localize(column.title), column.type].filter(Boolean).join(' · ')}
    >
      {column.description && (
        <DetailSection title={t('dataView.about.description')}>
          <p>{localize(column.description)}</p>
        </DetailSection>
      )}
      {column.masked ? (
        <DetailSection title={t('dataView.about.values')}>
          <p>{t('dataView.about.masked')}</p>
        </DetailSection>
      ) : ready ? (
        <Profile profile={ready.profile} estimate={ready.estimate} onFilter={onFilter} />
      ) : profile?.status === 'failed' ? (
        <p role="alert">{t('dataView.about.failed')}</p>
      ) : (
        <TextSkeleton lines={6} />
      )}
      <ColumnUses uses={column.uses} />
    </DetailDrawer>
  );
}

interface ProfileProps {
  profile: ColumnProfile;
  onFilter: (filter: TableFilter) => void;
}

function Profile({ profile, estimate, onFilter }: ProfileProps & { estimate: boolean }) {
  const { t } = useTranslation();
  const line = useProfileLine();
  const { number, percent } = useProfileNumbers();
  const { rows, nulls, distinct, min, max, date } = profile;
  const about = (value: string) => t('dataView.profile.about', { value });
  return (
    <>
      <DetailSection title={t('dataView.about.values')}>
        <p className={classes.line}>{line(profile, estimate)}</p>
        {estimate && <p className={classes.note}>{t('dataView.about.estimate', { count: rows })}</p>}
        <div className={classes.chart}>
          <ColumnChart profile={profile} onFilter={onFilter} />
        </div>
        <DetailList
          items={[
            { name: t('dataView.about.rows'), value: number(rows) },
            { name: t('dataView.about.nulls'), value: `${number(nulls)} (${percent(nulls, rows)})` },
            {
              name: t('dataView.about.distinct'),
              value: distinct.exact ? number(distinct.values) : about(number(distinct.values)),
            },
            { name: t('dataView.about.least'), value: min ?? '–' },
            { name: t('dataView.about.greatest'), value: max ?? '–' },
            ...(date && date.impossible > 0
              ? [{ name: t('dataView.about.impossible'), value: number(date.impossible) }]
              : []),
          ]}
        />
      </DetailSection>
      <NumberFacts profile={profile} />
      <TextFacts profile={profile} onFilter={onFilter} />
      <Gaps profile={profile} />
      <TopValues profile={profile} onFilter={onFilter} />
      <Distribution profile={profile} onFilter={onFilter} />
    </>
  );
}

function NumberFacts({ profile: { number: found, rows } }: Pick<ProfileProps, 'profile'>) {
  const { t } = useTranslation();
  const { number, percent } = useProfileNumbers();
  if (!found) return null;
  const { quantiles, mean, zeros, negatives, notFinite } = found;
  const counted = (count: number) => `${number(count)} (${percent(count, rows)})`;
  return (
    <DetailSection title={t('dataView.about.numbers')}>
      <DetailList
        items={[
          { name: t('dataView.about.mean'), value: mean === null ? '–' : number(mean) },
          { name: t('dataView.about.zeros'), value: counted(zeros) },
          { name: t('dataView.about.negatives'), value: counted(negatives) },
          ...(notFinite > 0 ? [{ name: t('dataView.about.notFinite'), value: counted(notFinite) }] : []),
          ...(quantiles
            ? [
                {
                  name: t('dataView.about.quartiles'),
                  value: [quantiles.p25, quantiles.p50, quantiles.p75].map(number).join(' · '),
                },
                { name: t('dataView.about.range90'), value: `${number(quantiles.p5)} – ${number(quantiles.p95)}` },
                { name: t('dataView.about.range98'), value: `${number(quantiles.p1)} – ${number(quantiles.p99)}` },
              ]
            : []),
        ]}
      />
      {quantiles && !quantiles.exact && <p className={classes.note}>{t('dataView.about.approximate')}</p>}
    </DetailSection>
  );
}

function TextFacts({ profile, onFilter }: ProfileProps) {
  const { t } = useTranslation();
  const { number } = useProfileNumbers();
  const { text, column } = profile;
  if (!text) return null;
  const { shortest, longest, variants, patterns } = text;
  const forms = [
    { key: 'empty', name: t('dataView.about.empty'), rows: text.empty, filter: { column, is: 'empty' } },
    { key: 'blank', name: t('dataView.about.blank'), rows: text.blank, filter: { column, is: 'blank' } },
    { key: 'padded', name: t('dataView.about.padded'), rows: text.padded, filter: { column, is: 'padded' } },
  ] as const;
  return (
    <>
      <DetailSection title={t('dataView.about.texts')}>
        <ul className={classes.values}>
          {forms.map(({ key, name, rows, filter }) => (
            <ValueLine key={key} name={name} rows={rows} whole={profile.rows} onFilter={() => onFilter(filter)} />
          ))}
        </ul>
        {shortest !== null && longest !== null && (
          <p className={classes.note}>
            {t('dataView.about.lengths', { shortest: number(shortest), longest: number(longest) })}
          </p>
        )}
      </DetailSection>
      {variants !== null && variants.groups > 0 && (
        <DetailSection title={t('dataView.about.variants', { count: variants.groups })}>
          <ul className={classes.values}>
            {variants.examples.map((forms) => (
              <li key={forms.join('\n')}>
                <button
                  type="button"
                  className={classes.value}
                  onClick={() => onFilter({ column, is: 'in', values: forms })}
                >
                  <span className={classes.name}>{forms.map((form) => `“${form}”`).join(', ')}</span>
                </button>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {patterns.length > 0 && (
        <DetailSection title={t('dataView.about.patterns')}>
          <ul className={classes.values}>
            {patterns.map(({ value, rows }) => (
              <li key={value} className={classes.plain}>
                <code>{value === '' ? t('dataView.marks.empty') : value.replaceAll(' ', '␣')}</code>
                <span>{number(rows)}</span>
              </li>
            ))}
          </ul>
          {!text.patternsExact && <p className={classes.note}>{t('dataView.about.sampled')}</p>}
        </DetailSection>
      )}
    </>
  );
}

function Gaps({ profile: { date } }: Pick<ProfileProps, 'profile'>) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  if (!date || date.gaps.length === 0) return null;
  const month = (day: string) =>
    new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    );
  const shown = date.gaps.slice(0, 12);
  return (
    <DetailSection title={t('dataView.about.gaps')}>
      <p>
        {shown.map(({ from, to }) => (from === to ? month(from) : `${month(from)} – ${month(to)}`)).join(', ')}
        {date.gaps.length > shown.length && ' …'}
      </p>
    </DetailSection>
  );
}

function TopValues({ profile, onFilter }: ProfileProps) {
  const { t } = useTranslation();
  const { top, column, rows, nulls, distinct } = profile;
  if (top === null) return null;
  // Where no value occurs twice, none is more frequent than another.
  if (distinct.exact && distinct.values === rows - nulls && distinct.values > 10) return null;
  return (
    <DetailSection title={t('dataView.about.top')}>
      <ul className={classes.values}>
        {top.map(({ value, rows: count }) => (
          <ValueLine
            key={value}
            name={
              value === ''
                ? t('dataView.marks.empty')
                : value.trim() === ''
                  ? t('dataView.marks.blank')
                  : value.replaceAll(/^ +| +$/g, (spaces) => '␣'.repeat(spaces.length))
            }
            rows={count}
            whole={rows}
            onFilter={() => onFilter(valueFilter(column, value))}
          />
        ))}
        {nulls > 0 && (
          <ValueLine
            name={t('dataView.marks.null')}
            rows={nulls}
            whole={rows}
            onFilter={() => onFilter(valueFilter(column, null))}
          />
        )}
      </ul>
    </DetailSection>
  );
}

/** The bars of the chart as a list, for those who use a keyboard or a screen reader. */
function Distribution({ profile, onFilter }: ProfileProps) {
  const { t } = useTranslation();
  const range = useRangeText(profile);
  const bars = barsOf(profile).filter(({ rows }) => rows > 0);
  if (bars.length === 0) return null;
  return (
    <details className={classes.details}>
      <summary>{t('dataView.about.distribution')}</summary>
      <ul className={classes.values}>
        {bars.map((bar) => (
          <ValueLine
            key={bar.key}
            name={range(bar)}
            rows={bar.rows}
            whole={profile.rows}
            onFilter={() => onFilter(bar.filter)}
          />
        ))}
      </ul>
    </details>
  );
}

function ValueLine(props: { name: string; rows: number; whole: number; onFilter: () => void }) {
  const { name, rows, whole, onFilter } = props;
  const { number, percent } = useProfileNumbers();
  return (
    <li>
      <button type="button" className={classes.value} disabled={rows === 0} onClick={onFilter}>
        <span className={classes.fill} style={{ width: `${whole === 0 ? 0 : (rows / whole) * 100}%` }} aria-hidden />
        <span className={classes.name}>{name}</span>
        <span className={classes.rows}>{number(rows)}</span>
        <span className={classes.share}>{percent(rows, whole)}</span>
      </button>
    </li>
  );
}
