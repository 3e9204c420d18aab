import { Button } from '@mantine/core';
import type { ReportDraft, ReportVersion } from '@rise/contract';
import { DetailDrawer, ErrorState, TextSkeleton } from '@rise/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../../client/client.ts';
import { errorText } from '../../../../client/error-text.ts';
import { formatMoment } from '../../../../dates/moments.ts';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { versionsQuery } from '../draft/draft.queries.ts';
import classes from './publish.module.css';

interface VersionsDrawerProps {
  id: string;
  onRestored: (draft: ReportDraft) => void;
  onClose: () => void;
}

/** The published versions of a report, each with what it changed; an earlier one can be put into the draft. */
export function VersionsDrawer({ id, onRestored, onClose }: VersionsDrawerProps) {
  const { t } = useTranslation();
  const versions = useQuery(versionsQuery(id));
  const restore = useMutation({
    mutationFn: (number: number) =>
      client.call('POST /api/v1/reports/:id/versions/:number/restore', {
        params: { id, number: String(number) } as never,
        body: {},
      }),
    onSuccess: onRestored,
  });
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={t('builder.versions.title')}
      subtitle={t('builder.versions.subtitle')}
    >
      {restore.error && (
        <p role="alert" className={classes.error}>
          {errorText(restore.error, t).message}
        </p>
      )}
      {versions.isError ? (
        <ErrorState {...errorText(versions.error, t)} onRetry={() => void versions.refetch()} />
      ) : !versions.data ? (
        <TextSkeleton lines={6} />
      ) : versions.data.versions.length === 0 ? (
        <p className={classes.text}>{t('builder.versions.none')}</p>
      ) : (
        <ul className={classes.versions}>
          {versions.data.versions.map((version, index) => (
            <VersionItem
              key={version.number}
              version={version}
              isCurrent={index === 0}
              isPending={restore.isPending}
              onRestore={() => restore.mutate(version.number)}
            />
          ))}
        </ul>
      )}
    </DetailDrawer>
  );
}

function VersionItem(props: { version: ReportVersion; isCurrent: boolean; isPending: boolean; onRestore: () => void }) {
  const { version, isCurrent, isPending, onRestore } = props;
  const { t, i18n } = useTranslation();
  const { number, author, publishedAt, note } = version;
  const changes = useChangeTexts(version);
  return (
    <li className={classes.version}>
      <div className={classes.head}>
        <span className={classes.number}>
          {t('builder.versions.number', { number })}
          {isCurrent && ` · ${t('builder.versions.current')}`}
        </span>
        <Button size="compact-xs" variant="default" loading={isPending} onClick={onRestore}>
          {t('builder.versions.restore')}
        </Button>
      </div>
      <p className={classes.facts}>
        {[author, formatMoment(publishedAt, i18n.language)].filter((part) => part !== null).join(' · ')}
      </p>
      {note !== '' && <p className={classes.note}>{note}</p>}
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** What a version changed, a sentence for each kind of change. */
function useChangeTexts({ changes }: ReportVersion): string[] {
  const { t } = useTranslation();
  const localize = useLocalize();
  if (!changes) return [];
  const names = (parts: readonly { id: string; title: Parameters<typeof localize>[0] | null }[]) =>
    parts.map(({ id, title }) => (title ? localize(title) : id)).join(', ');
  const { tiles, pages, properties } = changes;
  return (['added', 'removed', 'changed', 'moved'] as const)
    .flatMap((kind) => {
      const parts = [...pages[kind], ...tiles[kind]];
      return parts.length > 0 ? [t(`builder.versions.changes.${kind}`, { names: names(parts) })] : [];
    })
    .concat(properties.length > 0 ? [t('builder.versions.changes.properties')] : []);
}
