import { Button } from '@mantine/core';
import type { CatalogDataset, Workspace } from '@rise/contract';
import { IconReportAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useReportError } from '../../client/use-report-error.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { NeedsEditor, usePublishDataset } from '../../model-text/use-publish-dataset.ts';
import { catalogQuery } from '../../reports/catalog.queries.ts';
import { startFields } from '../../reports/start-fields.rules.ts';
import { firstEditable, useCreateReport } from '../../reports/use-create-report.ts';
import { AppLink } from '../../routing/link.tsx';
import { useSession } from '../../session/session.ts';
import { workspacesQuery } from '../../workspaces/workspaces.queries.ts';
import classes from './copies.module.css';

/** The way from the table of a query to a report of it, where needed with a dataset of the model. */
export function QueryReport({ table, name }: { table: string; name: string }) {
  const { permissions } = useSession();
  const { data: catalog, isPending } = useQuery(catalogQuery);
  const { data: places } = useQuery(workspacesQuery);
  if (isPending) return null;
  const dataset = catalog?.datasets.find((one) => one.table === table);
  const workspace = firstEditable(places?.workspaces ?? []);
  if (dataset) return <BuildReport dataset={dataset} workspace={workspace} />;
  return permissions.includes('model.manage') ? (
    <AddDataset table={table} name={name} workspace={workspace} />
  ) : (
    <NoRight table={table} />
  );
}

function NoRight({ table }: { table: string }) {
  const { t } = useTranslation();
  return <p className={classes.hint}>{t('copies.query.noModelRight', { table })}</p>;
}

function BuildReport({ dataset, workspace }: { dataset: CatalogDataset; workspace: Workspace | undefined }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const create = useCreateReport();
  const report = useReportError();
  return (
    <div className={classes.buttons}>
      <p className={classes.hint}>{t('copies.query.inModel', { dataset: localize(dataset.title) })}</p>
      {workspace && (
        <Button
          variant="default"
          leftSection={<IconReportAnalytics size={16} aria-hidden />}
          loading={create.isPending}
          onClick={() => {
            const start = { dataset: dataset.name, fields: startFields(dataset) };
            create.mutate({ workspace: workspace.id, start }, { onError: report });
          }}
        >
          {t('copies.query.build')}
        </Button>
      )}
    </div>
  );
}

interface AddDatasetProps {
  table: string;
  /** Of the copy. */
  name: string;
  workspace: Workspace | undefined;
}

/** One step publishes the dataset and opens the report; the model editor is for those who want to look first. */
function AddDataset({ table, name, workspace }: AddDatasetProps) {
  const { t } = useTranslation();
  const publish = usePublishDataset();
  const create = useCreateReport();
  const address = new URLSearchParams({ panel: 'tables', tables: table });
  const error = publish.error ?? create.error;
  const start = async () => {
    const dataset = await publish.mutateAsync({ table, message: t('copies.query.message', { name }) });
    if (dataset && workspace)
      create.mutate({ workspace: workspace.id, start: { dataset: dataset.name, fields: startFields(dataset) } });
  };
  return (
    <div className={classes.buttons}>
      <p className={classes.hint}>{t('copies.query.loaded', { table })}</p>
      <Button
        leftSection={<IconReportAnalytics size={16} aria-hidden />}
        loading={publish.isPending || create.isPending}
        // What failed is shown below.
        onClick={() => void start().catch(() => undefined)}
      >
        {t(workspace ? 'copies.query.publishAndBuild' : 'copies.query.publish')}
      </Button>
      <AppLink href={`/model/edit?${address.toString()}`}>{t('copies.query.dataset')}</AppLink>
      {error && (
        <p role="alert" className={classes.error}>
          {error instanceof NeedsEditor ? t(`copies.query.needsEditor.${error.reason}`) : errorText(error, t).message}
        </p>
      )}
    </div>
  );
}
