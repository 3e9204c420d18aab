import { Button, Modal } from '@mantine/core';
import type { QueryReport, SavedQuery } from '@rise/contract';
import { Notice, useUiContext } from '@rise/ui';
import { IconCheck, IconReportAnalytics } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';
import { errorText } from '../../../client/error-text.ts';
import { catalogQuery } from '../../../reports/catalog.queries.ts';
import { startFields } from '../../../reports/start-fields.rules.ts';
import { firstEditable, useCreateReport } from '../../../reports/use-create-report.ts';
import { AppLink } from '../../../routing/link.tsx';
import { workspacesQuery } from '../../../workspaces/workspaces.queries.ts';
import classes from './saved.module.css';

const ORDER: readonly QueryReport['next'][] = ['table', 'load', 'dataset', 'workspace', 'report'];

/** Opens a report of a saved query's rows; where something is missing before, what, and who can do it. */
export function CreateReport({ query: { id, name } }: { query: Pick<SavedQuery, 'id' | 'name'> }) {
  const { t } = useTranslation();
  const { texts } = useUiContext();
  const cache = useQueryClient();
  const create = useCreateReport();
  const find = useMutation({
    mutationFn: async () => {
      const found = await client.call('GET /api/v1/sql/queries/:id/report', { params: { id } });
      if (found.next !== 'report') return found;
      const [{ datasets }, { workspaces }] = await Promise.all([
        cache.fetchQuery({ ...catalogQuery, staleTime: 0 }),
        cache.fetchQuery({ ...workspacesQuery, staleTime: 0 }),
      ]);
      const dataset = datasets.find((one) => one.name === found.dataset);
      const workspace = firstEditable(workspaces);
      if (!dataset || !workspace) return found;
      await create.mutateAsync({
        workspace: workspace.id,
        start: { dataset: dataset.name, fields: startFields(dataset) },
      });
      return null;
    },
  });
  const error = find.error;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconReportAnalytics size={16} aria-hidden />}
        aria-label={t('sqlWorkbench.report.createNamed', { name })}
        loading={find.isPending}
        onClick={() => find.mutate()}
      >
        {t('sqlWorkbench.report.create')}
      </Button>
      <Modal
        opened={error !== null || (find.data ?? null) !== null}
        onClose={() => find.reset()}
        title={t('sqlWorkbench.report.title', { name })}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        {error ? (
          <p role="alert" className={classes.error}>
            {errorText(error, t).message}
          </p>
        ) : (
          find.data && <Steps id={id} way={find.data} />
        )}
      </Modal>
    </>
  );
}

/** What is done on the way to a report, and what comes next. */
function Steps({ id, way }: { id: string; way: QueryReport }) {
  const { t } = useTranslation();
  const place = ORDER.indexOf(way.next);
  const steps = [
    { key: 'table', done: place > ORDER.indexOf('load') },
    { key: 'dataset', done: way.dataset !== null },
    { key: 'report', done: false },
  ] as const;
  return (
    <div className={classes.way}>
      <p className={classes.description}>{t('sqlWorkbench.report.purpose')}</p>
      <ol className={classes.steps}>
        {steps.map(({ key, done }) => (
          <li key={key} data-done={done || undefined}>
            {done && <IconCheck size={16} aria-label={t('sqlWorkbench.report.done')} />}
            {t(`sqlWorkbench.report.steps.${key}`, { table: way.table ?? '' })}
          </li>
        ))}
      </ol>
      {way.isOutdated && <Notice tone="warning">{t('sqlWorkbench.report.outdated')}</Notice>}
      {way.lacks === null ? <Next id={id} way={way} /> : <Lacking way={way} />}
    </div>
  );
}

/** Leads to where the next step is done. */
function Next({ id, way: { next, table, copy } }: { id: string; way: QueryReport }) {
  const { t } = useTranslation();
  const editor = new URLSearchParams({ panel: 'tables', tables: table ?? '' });
  const href =
    next === 'table'
      ? `/copies?edit=new&query=${id}`
      : copy !== null
        ? `/copies?copy=${copy}`
        : `/model/edit?${editor.toString()}`;
  return (
    <>
      <p className={classes.description}>{t(`sqlWorkbench.report.next.${next}`)}</p>
      <div className={classes.foot}>
        <Button renderRoot={(attributes) => <AppLink href={href} {...attributes} />}>
          {t(`sqlWorkbench.report.go.${next}`)}
        </Button>
      </div>
    </>
  );
}

const RIGHTS = { 'data.manage': 'data', 'model.manage': 'model', 'report.write': 'report' } as const;

function Lacking({ way: { next, lacks, ask } }: { way: QueryReport }) {
  const { t } = useTranslation();
  if (lacks === null) return null;
  const key = next === 'workspace' ? 'workspace' : RIGHTS[lacks];
  return (
    <Notice tone="info">
      {t(`sqlWorkbench.report.lacks.${key}`)}{' '}
      {ask.length > 0 ? t('sqlWorkbench.report.ask', { people: ask.join(', ') }) : t('sqlWorkbench.report.askNobody')}
    </Notice>
  );
}
