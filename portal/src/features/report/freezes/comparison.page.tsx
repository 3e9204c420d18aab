import { NativeSelect, Switch } from '@mantine/core';
import type { FreezeComparison } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { ErrorState, Notice, Page, PageHeader, TableSkeleton } from '@rise/ui';
import type { SearchParams } from '@rise/ui/search-params';
import { usePageTitle } from '@rise/shell/routing';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { errorText, isNotFound } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { NotFoundScreen } from '../../../routing/error-screens.tsx';
import { ComparedFigures } from './compared-figures.tsx';
import { comparisonQuery, freezesQuery } from './freezes.queries.ts';
import classes from './freezes.module.css';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Which figures of a frozen report moved since, and what moved them. */
export default function ComparisonPage() {
  const { reportId = '', freezeId = '' }: { reportId?: string; freezeId?: string } = useParams({ strict: false });
  const { with: other, all }: SearchParams = useSearch({ strict: false });
  const { t } = useTranslation();
  const isId = [reportId, freezeId, ...(other === undefined ? [] : [other])].every((id) => UUID.test(id));
  const found = useQuery({ ...comparisonQuery(reportId, freezeId, other), enabled: isId });
  const title = t('report.freeze.comparison.title');
  usePageTitle(title);
  if (!isId || isNotFound(found.error)) return <NotFoundScreen />;
  const from = found.data?.from.name;
  return (
    <Page>
      <PageHeader
        title={title}
        {...(from !== undefined && { purpose: purposeOf(found.data!, t) })}
        back={{ href: `/reports/${reportId}/freezes/${freezeId}`, label: from ?? t('report.freeze.title') }}
      />
      <Tools id={reportId} freeze={freezeId} other={other} all={all === 'yes'} />
      {found.data ? (
        <Found comparison={found.data} all={all === 'yes'} />
      ) : found.isError ? (
        <Failed error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <TableSkeleton columns={6} />
      )}
    </Page>
  );
}

function purposeOf({ from, to, dataVersion, modelVersion }: FreezeComparison, t: TFunction): string {
  const versions = { data: dataVersion, model: modelVersion, from: from.name };
  return to
    ? t('report.freeze.comparison.withFreeze', { ...versions, to: to.name })
    : t('report.freeze.comparison.withNow', versions);
}

/** What is compared with, and whether figures that stayed are shown; both are in the address. */
function Tools({ id, freeze, other, all }: { id: string; freeze: string; other: string | undefined; all: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data } = useQuery(freezesQuery(id));
  const change = (next: SearchParams) =>
    void navigate({
      to: '.',
      search: ((former: SearchParams) =>
        Object.fromEntries(Object.entries({ ...former, ...next }).filter(([, value]) => value !== ''))) as never,
      replace: true,
    });
  const others = (data?.freezes ?? []).filter((one) => one.id !== freeze && one.can.read);
  return (
    <div className={classes.tools}>
      <NativeSelect
        label={t('report.freeze.comparison.with')}
        value={other ?? ''}
        data={[
          { value: '', label: t('report.freeze.comparison.now') },
          ...others.map((one) => ({ value: one.id, label: one.name })),
        ]}
        onChange={({ currentTarget }) => change({ with: currentTarget.value })}
      />
      <Switch
        label={t('report.freeze.comparison.onlyMoved')}
        checked={!all}
        onChange={({ currentTarget }) => change({ all: currentTarget.checked ? '' : 'yes' })}
      />
    </div>
  );
}

function Found({ comparison, all }: { comparison: FreezeComparison; all: boolean }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { causes, counts, tiles, failed, omitted } = comparison;
  const moved = counts.moved + counts.added + counts.removed;
  const nameOf = (tile: string) => localize(tiles.find(({ id }) => id === tile)?.title ?? { en: tile });
  return (
    <>
      <p className={classes.text} role="status">
        {moved === 0
          ? t('report.freeze.comparison.nothing', { count: counts.same })
          : t('report.freeze.comparison.moved', { count: moved, same: counts.same })}
      </p>
      <p className={classes.text}>
        {t(causes.length === 0 ? 'report.freeze.comparison.noCauses' : 'report.freeze.comparison.differs')}
      </p>
      <ul className={classes.causes}>
        {causes.map(({ cause, notRun }) => (
          <li key={cause}>
            {t(`report.freeze.causes.${cause}`)}
            {notRun && ` – ${t(`report.freeze.notSeparated.${notRun}`)}`}
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <Notice tone="warning" title={t('report.freeze.comparison.failed')}>
          {failed.map(({ tile }) => nameOf(tile)).join(', ')}
        </Notice>
      )}
      <ComparedFigures comparison={comparison} all={all} />
      {omitted > 0 && <p className={classes.counts}>{t('report.freeze.comparison.omitted', { count: omitted })}</p>}
    </>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'CONFLICT')
    return (
      <Notice tone="negative" title={t('report.freeze.changed.title')}>
        {t('report.freeze.changed.text')}
      </Notice>
    );
  if (code === 'QUERY_INVALID')
    return (
      <Notice tone="warning" title={t('report.freeze.comparison.notNow')}>
        {t('report.freeze.comparison.notNowText')}
      </Notice>
    );
  return <ErrorState {...errorText(error, t)} onRetry={onRetry} />;
}
