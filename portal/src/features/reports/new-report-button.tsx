import { Button } from '@mantine/core';
import type { Workspace } from '@rise/contract';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { client } from '../../client/client.ts';
import { errorText } from '../../client/error-text.ts';
import classes from './reports.module.css';

/** Creates a report in a workspace, and opens it where it is built. */
export function NewReportButton({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      client.call('POST /api/v1/reports', {
        body: { workspace: workspace.id, title: { en: 'Untitled report', tr: 'Adsız rapor' } },
      }),
    onSuccess: ({ id }) => {
      void cache.invalidateQueries({ queryKey: ['reports'] });
      return navigate({ to: `/reports/${id}/edit` as never });
    },
  });
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
        onClick={() => create.mutate()}
      >
        {t('reports.new')}
      </Button>
    </div>
  );
}
