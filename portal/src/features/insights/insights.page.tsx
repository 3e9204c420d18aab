import { Button, Progress } from '@mantine/core';
import type { InsightKind, Insights } from '@rise/contract';
import { EmptyState, ErrorState, ListSkeleton, Notice, Page, PageHeader, SegmentedChoice } from '@rise/ui';
import type { SearchParams } from '@rise/ui/search-params';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@rise/contract/client';
import { errorText } from '../../client/error-text.ts';
import { useReportError } from '../../client/use-report-error.ts';
import { formatDay } from '../../dates/dates.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { InsightCard } from './insight-card.tsx';
import { type Choice, findingsOf, KINDS, LISTS, readChoice } from './insight-lists.rules.ts';
import { insightsQuery, useCancel, useCompute } from './insights.queries.ts';
import classes from './insights.module.css';

/** Findings that are shown at first: each has a chart. */
const FIRST = 12;

/** What was found in the tenant's data by statistics, for its administrators. */
export default function InsightsPage() {
  const { t, i18n } = useTranslation();
  const found = useQuery(insightsQuery);
  const compute = useCompute();
  const onError = useReportError();
  const run = found.data?.run ?? null;
  const isBusy = found.data?.job != null && found.data.job.status !== 'failed';
  const start = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
      loading={compute.isPending}
      onClick={() => compute.mutate(undefined, { onError })}
    >
      {t(run ? 'insights.compute' : 'insights.computeFirst')}
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title={t('insights.title')}
        purpose={t('insights.purpose')}
        {...(run?.asOf != null && {
          asOf: {
            label: t('insights.asOf', { date: formatDay(run.asOf, i18n.language) }),
            detail: t('insights.computedAt', { moment: formatMoment(run.computedAt, i18n.language) }),
          },
        })}
        {...(run && !isBusy && { actions: start })}
      />
      {found.isError ? (
        found.error instanceof ApiError && found.error.code === 'WAREHOUSE_UNAVAILABLE' ? (
          <EmptyState title={t('insights.noData.title')} text={t('insights.noData.text')} />
        ) : (
          <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
        )
      ) : found.isPending ? (
        <ListSkeleton rows={6} />
      ) : (
        <>
          <Job job={found.data.job} />
          {run ? (
            <Findings insights={found.data} />
          ) : (
            <EmptyState
              title={t('insights.none.title')}
              text={t(isBusy ? 'insights.none.pending' : 'insights.none.text')}
              action={isBusy ? undefined : start}
            />
          )}
        </>
      )}
    </Page>
  );
}

/** How far a computation is, or that it failed. */
function Job({ job }: Pick<Insights, 'job'>) {
  const { t, i18n } = useTranslation();
  const cancel = useCancel();
  const onError = useReportError();
  if (!job) return null;
  if (job.status === 'failed') return <Notice tone="warning">{t('insights.job.failed')}</Notice>;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(job.progress);
  return (
    <section className={classes.job}>
      <div className={classes.jobWords}>
        <p role="status">{t(`insights.job.${job.status}`, { percent })}</p>
        <Progress value={job.progress * 100} size="sm" aria-label={t('insights.job.progress')} />
      </div>
      <Button
        variant="default"
        size="xs"
        loading={cancel.isPending}
        onClick={() => cancel.mutate(undefined, { onError })}
      >
        {t('insights.cancel')}
      </Button>
    </section>
  );
}

function Findings({ insights }: { insights: Insights }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search: SearchParams = useSearch({ strict: false });
  const choice = readChoice(search);
  const [isAll, setAll] = useState(false);
  const { shown, counts, total } = findingsOf(insights.findings, choice);
  const named = shown.findIndex(({ key }) => key === search['finding']);
  const listed = isAll ? shown : shown.slice(0, Math.max(FIRST, named + 1));
  const choose = (next: Partial<Choice>) => {
    setAll(false);
    const { list, kind } = { ...choice, ...next };
    void navigate({
      to: '/insights-ai',
      search: { list: list === 'open' ? undefined : list, kind: kind ?? undefined } as never,
      replace: true,
    });
  };
  const rest = shown.length - listed.length;
  const list = useFocusWhenFewer(listed.length);
  return (
    <>
      <div className={classes.filters}>
        <SegmentedChoice
          label={t('insights.lists.label')}
          value={choice.list}
          options={LISTS.map((value) => ({ value, label: t(`insights.lists.${value}`) }))}
          onChange={(list) => choose({ list, kind: null })}
        />
        {total > 0 && <Kinds value={choice.kind} counts={counts} onChange={(kind) => choose({ kind })} />}
      </div>
      {listed.length === 0 ? (
        choice.list === 'open' && total === 0 ? (
          <EmptyState art="search" title={t('insights.nothing.title')} text={t('insights.nothing.text')} />
        ) : (
          <p ref={list} tabIndex={-1} className={classes.empty}>
            {t(`insights.empty.${choice.list}`)}
          </p>
        )
      ) : (
        <ul ref={list} tabIndex={-1} className={classes.list} aria-label={t('insights.list')}>
          {listed.map((finding) => (
            <NamedItem key={finding.key} isNamed={finding.key === search['finding']}>
              <InsightCard finding={finding} />
            </NamedItem>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Button variant="default" onClick={() => setAll(true)}>
          {t('insights.more', { count: rest })}
        </Button>
      )}
      <Examined run={insights.run!} />
    </>
  );
}

/** For a list: gets the focus where an item that had it went, so that the keyboard goes on from there. */
function useFocusWhenFewer(count: number) {
  const list = useRef<HTMLElement | null>(null);
  const former = useRef(count);
  useEffect(() => {
    if (count < former.current && document.activeElement === document.body) list.current?.focus();
    former.current = count;
  }, [count]);
  return (element: HTMLElement | null) => {
    list.current = element;
  };
}

/** One finding; the one that an address names comes into view. */
function NamedItem({ isNamed, children }: { isNamed: boolean; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNamed) item.current?.scrollIntoView({ block: 'center' });
  }, [isNamed]);
  return (
    <li ref={item} className={classes.item} data-named={isNamed || undefined}>
      {children}
    </li>
  );
}

interface KindsProps {
  value: InsightKind | null;
  counts: ReadonlyMap<InsightKind, number>;
  onChange: (kind: InsightKind | null) => void;
}

function Kinds({ value, counts, onChange }: KindsProps) {
  const { t } = useTranslation();
  const present = KINDS.filter((kind) => (counts.get(kind) ?? 0) > 0 || kind === value);
  return (
    <SegmentedChoice
      label={t('insights.kindLabel')}
      value={value ?? 'all'}
      options={[
        { value: 'all' as const, label: t('insights.allKinds') },
        ...present.map((kind) => ({
          value: kind,
          label: `${t(`insights.kinds.${kind}`)} (${counts.get(kind) ?? 0})`,
        })),
      ]}
      onChange={(kind) => onChange(kind === 'all' ? null : kind)}
    />
  );
}

/** What was looked at, and what could not be: also where nothing was found. */
function Examined({ run: { examined, elapsedMs } }: { run: NonNullable<Insights['run']> }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  const { measures, dimensions, datasets, tests, rate, limits } = examined;
  return (
    <section className={classes.examined} aria-labelledby="insights-examined">
      <h2 id="insights-examined">{t('insights.examined.title')}</h2>
      <p>
        {t('insights.examined.text', {
          measures: number(measures),
          dimensions: number(dimensions),
          datasets: number(datasets),
          tests: number(tests),
          rate: new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(rate),
        })}{' '}
        {t('insights.examined.elapsed', { seconds: number(Math.max(1, Math.round(elapsedMs / 1000))) })}
      </p>
      {limits.length > 0 && (
        <ul>
          {limits.map((limit) => (
            <li key={limit.en}>{localize(limit)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
