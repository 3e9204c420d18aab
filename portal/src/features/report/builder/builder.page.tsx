import { ChartSkeleton, ErrorState, Page, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { SearchParams } from '@rise/ui/search-params';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, isNotFound } from '../../../client/error-text.ts';
import { NotFoundScreen } from '../../../routing/error-screens.tsx';
import { catalogQuery } from '../../../reports/catalog.queries.ts';
import { draftQuery, draftReportQuery } from './draft/draft.queries.ts';
import { Builder } from './builder.tsx';
import { GRAINS } from './settings/dimension-select.tsx';
import type { ReportStart } from './fields/toggle-field.ts';

/** What the address says that an empty report begins with. */
function startOf({ fields, grain }: SearchParams): ReportStart | null {
  return fields ? { fields: fields.split(','), grain: GRAINS.find((one) => one === grain) ?? null } : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Builds a report under its address. */
export default function BuilderPage() {
  const { reportId }: { reportId?: string } = useParams({ strict: false });
  return <BuilderAt key={reportId} id={reportId ?? ''} />;
}

function BuilderAt({ id }: { id: string }) {
  const { t } = useTranslation();
  const isId = UUID.test(id);
  const search: SearchParams = useSearch({ strict: false });
  const start = useMemo(() => startOf(search), [search]);
  const draft = useQuery({ ...draftQuery(id), enabled: isId });
  const report = useQuery({ ...draftReportQuery(id, draft.data?.revision ?? 0), enabled: draft.data !== undefined });
  const catalog = useQuery(catalogQuery);
  if (draft.data && report.data && catalog.data)
    return <Builder stored={draft.data} report={report.data} datasets={catalog.data.datasets} start={start} />;
  const failed = [draft, report, catalog].find(({ isError }) => isError);
  if (!isId || (failed && isNotFound(failed.error))) return <NotFoundScreen />;
  if (failed)
    return (
      <Page>
        <ErrorState {...errorText(failed.error, t)} onRetry={() => void failed.refetch()} />
      </Page>
    );
  return (
    <Page loading>
      <TextSkeleton lines={2} />
      <ChartSkeleton height={420} />
    </Page>
  );
}
