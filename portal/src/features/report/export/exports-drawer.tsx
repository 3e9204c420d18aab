import { Button } from '@mantine/core';
import type { ExportJob } from '@rise/contract';
import { DetailDrawer, TextSkeleton, useUiContext } from '@rise/ui';
import { IconDownload, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';
import { errorText } from '../../../client/error-text.ts';
import { useDownload } from '../../../client/use-download.ts';
import { SecretField } from '../../../embedding/secret-field.tsx';
import { formatMoment } from '../../../dates/moments.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { exportsQuery, useDeleteExport, useExportLink } from './exports.queries.ts';
import { failureText, sizeFormat } from './export-text.ts';
import classes from './exports-drawer.module.css';

/** What the server writes, or has written, in the background for its reader. */
export default function ExportsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(exportsQuery);
  return (
    <DetailDrawer opened onClose={onClose} title={t('report.export.prepared')} subtitle={t('report.export.kept')}>
      {error ? (
        <p role="alert" className={classes.problem}>
          {errorText(error, t).message}
        </p>
      ) : !data ? (
        <TextSkeleton lines={3} />
      ) : data.exports.length === 0 ? (
        <p className={classes.text}>{t('report.export.none')}</p>
      ) : (
        <ul className={classes.list}>
          {data.exports.map((job) => (
            <PreparedExport key={job.id} job={job} />
          ))}
        </ul>
      )}
    </DetailDrawer>
  );
}

function PreparedExport({ job }: { job: ExportJob }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { locale } = useUiContext();
  const { progress, start } = useDownload();
  const remove = useDeleteExport();
  const link = useExportLink();
  const size = sizeFormat(locale).format(job.bytes / 1e6);
  const title = localize(job.title);
  const problem = job.failure
    ? failureText(job.failure, t)
    : progress.state === 'failed'
      ? errorText(progress.error, t).message
      : (remove.error ?? link.error) && errorText((remove.error ?? link.error)!, t).message;
  const read = (signal: AbortSignal, onBytes: (bytes: number) => void) =>
    client.file('GET /api/v1/exports/:id/file', { params: { id: job.id }, signal }, onBytes);
  return (
    <li className={classes.item} aria-label={job.name ?? title}>
      <h3 className={classes.title}>{job.name ?? title}</h3>
      <p className={classes.text} role="status">
        {job.status === 'running' && t('report.export.preparing', { size })}
        {job.status === 'ready' &&
          `${size} · ${t('report.export.until', { moment: formatMoment(job.expiresAt, i18n.language) })}`}
        {job.status === 'failed' && formatMoment(job.createdAt, i18n.language)}
      </p>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.actions}>
        {job.status === 'ready' && (
          <Button
            variant="light"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={progress.state === 'running'}
            onClick={() => void start(read, job.name!)}
          >
            {t('report.export.download')}
          </Button>
        )}
        {job.status === 'ready' && (
          <Button
            variant="default"
            leftSection={<IconLink size={16} aria-hidden />}
            loading={link.isPending}
            onClick={() => link.mutate(job.id)}
          >
            {t('report.export.link')}
          </Button>
        )}
        <Button variant="subtle" color="negative" loading={remove.isPending} onClick={() => remove.mutate(job.id)}>
          {t(job.status === 'running' ? 'common.cancel' : 'report.export.delete')}
        </Button>
      </div>
      {link.data && (
        <div>
          <SecretField key={link.data.url} focused label={t('report.export.linkLabel')} value={link.data.url} />
          <p className={classes.text}>
            {t('report.export.linkHelp', { moment: formatMoment(link.data.expiresAt, i18n.language) })}
          </p>
        </div>
      )}
    </li>
  );
}
