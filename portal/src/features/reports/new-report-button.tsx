import { Button } from '@mantine/core';
import type { Workspace } from '@rise/contract';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useCreateReport } from '../../reports/use-create-report.ts';
import classes from './reports.module.css';

/** Creates a report in a workspace, and opens it where it is built; null while the workspace is not known. */
export function NewReportButton({ workspace }: { workspace: Workspace | null }) {
  const { t } = useTranslation();
  const create = useCreateReport();
  return (
    <div className={classes.create}>
      {create.error && (
        <p role="alert" className={classes.error}>
          {errorText(create.error, t).message}
        </p>
      )}
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        loading={create.isPending}
        disabled={workspace === null}
        onClick={() => workspace && create.mutate({ workspace: workspace.id })}
      >
        {t('reports.new')}
      </Button>
    </div>
  );
}
