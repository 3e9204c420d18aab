import { Button } from '@mantine/core';
import type { SqlHistoryEntry } from '@rise/contract';
import { DetailDrawer, EmptyState, ErrorState, formatInteger, ListSkeleton, useConfirm } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { formatMoment } from '../../../dates/moments.ts';
import { sqlHistoryQuery, useClearHistory } from '../sql.queries.ts';
import classes from './saved.module.css';

export interface HistoryDrawerProps {
  onOpen: (entry: SqlHistoryEntry) => void;
  onClose: () => void;
}

/** What the person ran, newest first. */
export default function HistoryDrawer({ onOpen, onClose }: HistoryDrawerProps) {
  const { t } = useTranslation();
  const history = useQuery(sqlHistoryQuery);
  const clear = useClearHistory();
  const confirm = useConfirm();
  const entries = history.data?.entries;
  const confirmClear = async () => {
    const answer = await confirm({
      title: t('sqlWorkbench.history.confirmTitle'),
      message: t('sqlWorkbench.history.confirmText'),
      actions: {
        confirm: { label: t('sqlWorkbench.history.clear'), color: 'warn' },
        cancel: { label: t('common.cancel') },
      },
    });
    if (answer === 'confirmed') clear.mutate();
  };
  return (
    <DetailDrawer
      opened
      size="wide"
      onClose={onClose}
      title={t('sqlWorkbench.history.title')}
      subtitle={t('sqlWorkbench.history.subtitle')}
      {...(entries !== undefined &&
        entries.length > 0 && {
          footer: (
            <Button variant="default" loading={clear.isPending} onClick={() => void confirmClear()}>
              {t('sqlWorkbench.history.clear')}
            </Button>
          ),
        })}
    >
      {clear.isError && (
        <p role="alert" className={classes.error}>
          {errorText(clear.error, t).message}
        </p>
      )}
      {history.isError ? (
        <ErrorState {...errorText(history.error, t)} onRetry={() => void history.refetch()} />
      ) : entries === undefined ? (
        <ListSkeleton rows={5} />
      ) : entries.length === 0 ? (
        <EmptyState title={t('sqlWorkbench.history.empty')} text={t('sqlWorkbench.history.emptyText')} art="list" />
      ) : (
        <ol className={classes.items}>
          {entries.map((entry) => (
            <HistoryItem key={entry.number} entry={entry} onOpen={() => onOpen(entry)} />
          ))}
        </ol>
      )}
    </DetailDrawer>
  );
}

function HistoryItem({ entry, onOpen }: { entry: SqlHistoryEntry; onOpen: () => void }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { sql, kind, outcome, startedAt, elapsedMs, rowCount, dataVersion, problem } = entry;
  const moment = formatMoment(startedAt, language);
  const seconds = (elapsedMs / 1000).toLocaleString(language, { maximumFractionDigits: 2 });
  const facts = [
    moment,
    ...(kind === 'export' ? [t('sqlWorkbench.history.exported')] : []),
    rowCount === null
      ? t(`sqlWorkbench.history.${outcome === 'canceled' ? 'canceled' : 'failed'}`, { seconds })
      : t('sql.rows', { count: rowCount, rows: formatInteger(rowCount, language), seconds }),
    t('sql.version', { number: dataVersion }),
  ];
  return (
    <li className={classes.item}>
      <pre className={classes.sql}>{sql}</pre>
      {problem !== null && <p className={classes.error}>{problem}</p>}
      <div className={classes.foot}>
        <p className={classes.facts}>{facts.join(' · ')}</p>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('sqlWorkbench.history.openLabel', { moment })}
          onClick={onOpen}
        >
          {t('sqlWorkbench.openInTab')}
        </Button>
      </div>
    </li>
  );
}
