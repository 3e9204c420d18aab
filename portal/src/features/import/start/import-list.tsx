import { ActionIcon } from '@mantine/core';
import type { ImportStatus, ImportSummary } from '@rise/contract';
import { ErrorState, ListSkeleton, StatusPill, type StatusTone } from '@rise/ui';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { formatMoment } from '../../../dates/moments.ts';
import { AppLink } from '../../../routing/link.tsx';
import { importsQuery } from '../import.queries.ts';
import { useDiscard } from '../use-discard.ts';
import classes from './start.module.css';

const NAMED = 3;
const DISCARDABLE = new Set<ImportStatus>(['draft', 'failed', 'canceled']);

const TONES: Record<ImportStatus, StatusTone> = {
  inspecting: 'warning',
  draft: 'warning',
  waiting: 'info',
  running: 'info',
  loaded: 'positive',
  failed: 'negative',
  canceled: 'neutral',
};

export interface ImportListProps {
  /** The page: imports before the one with this id; null: the newest. */
  before: string | null;
  onOpen: (importId: string) => void;
}

/** Imports so far: those to go on with, and what became of the others. */
export function ImportList({ before, onOpen }: ImportListProps) {
  const { t } = useTranslation();
  const imports = useQuery(importsQuery(before));
  const list = imports.data?.imports;
  const next = imports.data?.next ?? null;
  if (list?.length === 0 && before === null) return <p className={classes.first}>{t('import.list.first')}</p>;
  return (
    <section className={classes.imports} aria-labelledby="imports">
      <h2 id="imports" className={classes.heading}>
        {t('import.list.title')}
      </h2>
      {imports.isError ? (
        <ErrorState {...errorText(imports.error, t)} onRetry={() => void imports.refetch()} />
      ) : list === undefined ? (
        <ListSkeleton rows={3} />
      ) : (
        <ul className={classes.list}>
          {list.map((item) => (
            <ImportItem key={item.id} item={item} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {(before !== null || next !== null) && (
        <nav className={classes.pages} aria-label={t('import.list.pages')}>
          {before !== null && <AppLink href="/import">{t('import.list.newest')}</AppLink>}
          {next !== null && <AppLink href={`/import?before=${next}`}>{t('import.list.older')}</AppLink>}
        </nav>
      )}
    </section>
  );
}

function ImportItem({ item, onOpen }: { item: ImportSummary; onOpen: (importId: string) => void }) {
  const { t, i18n } = useTranslation();
  const { discard, isPending } = useDiscard(item.id);
  const { id, status, files, targets, createdAt, createdBy, version, note, origin } = item;
  const title =
    files.length > NAMED
      ? t('import.list.filesMore', { files: files.slice(0, NAMED).join(', '), count: files.length - NAMED })
      : files.join(', ');
  const facts = [
    createdBy ?? t(`import.list.origin.${origin}`),
    formatMoment(createdAt, i18n.language),
    ...(targets.length > 0 ? [t('import.list.tables', { count: targets.length })] : []),
    ...(note === '' ? [] : [note]),
  ];
  return (
    <li className={classes.item}>
      <StatusPill tone={TONES[status]} width={84}>
        {version === null ? t(`import.status.${status}`) : t('import.status.version', { number: version })}
      </StatusPill>
      <div className={classes.words}>
        <button type="button" className={classes.open} onClick={() => onOpen(id)}>
          {title}
        </button>
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
      {DISCARDABLE.has(status) && (
        <ActionIcon
          className={classes.action}
          aria-label={t('import.discard.label', { files: title })}
          loading={isPending}
          onClick={discard}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  );
}
