import { ActionIcon, Progress } from '@mantine/core';
import { IconFile, IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../figures/format-bytes.ts';
import type { UploadItem } from './upload-queue.ts';
import classes from './uploads.module.css';

export interface UploadListProps {
  items: readonly UploadItem[];
  onPause: (item: UploadItem) => void;
  onResume: (item: UploadItem) => void;
  onRemove: (item: UploadItem) => void;
}

/** Files on their way, each with its progress. */
export function UploadList({ items, ...actions }: UploadListProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.list} aria-label={t('import.uploads.title')}>
      {items.map((item) => (
        <UploadRow key={item.key} item={item} {...actions} />
      ))}
    </ul>
  );
}

function UploadRow({ item, onPause, onResume, onRemove }: Omit<UploadListProps, 'items'> & { item: UploadItem }) {
  const { t, i18n } = useTranslation();
  const { name, size, sent, state } = item;
  const percent = size === 0 ? 0 : Math.floor((100 * sent) / size);
  const canPause = state === 'sending' || state === 'lost';
  const canResume = state === 'paused' || state === 'failed';
  return (
    <li className={classes.row} data-state={state}>
      <IconFile className={classes.icon} size={20} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <div className={classes.line}>
          <span className={classes.name}>{name}</span>
          <span className={classes.size}>
            {state === 'done' || sent === 0
              ? formatBytes(size, i18n.language)
              : t('import.uploads.sentOf', {
                  sent: formatBytes(sent, i18n.language),
                  size: formatBytes(size, i18n.language),
                })}
          </span>
        </div>
        {state !== 'done' && (
          <Progress
            className={classes.bar}
            value={percent}
            size={4}
            color={state === 'failed' ? 'negative' : 'brand'}
            aria-label={t('import.uploads.progress', { name })}
          />
        )}
        <p className={classes.state} {...(state === 'failed' && { role: 'alert' })}>
          {stateText(item, percent, t)}
        </p>
      </div>
      <div className={classes.actions}>
        {canPause && (
          <ActionIcon
            className={classes.action}
            aria-label={t('import.uploads.pause', { name })}
            onClick={() => onPause(item)}
          >
            <IconPlayerPause size={16} />
          </ActionIcon>
        )}
        {canResume && (
          <ActionIcon
            className={classes.action}
            aria-label={t(state === 'failed' ? 'import.uploads.retry' : 'import.uploads.resume', { name })}
            onClick={() => onResume(item)}
          >
            {state === 'failed' ? <IconRefresh size={16} /> : <IconPlayerPlay size={16} />}
          </ActionIcon>
        )}
        <ActionIcon
          className={classes.action}
          aria-label={t('import.uploads.remove', { name })}
          onClick={() => onRemove(item)}
        >
          <IconX size={16} />
        </ActionIcon>
      </div>
    </li>
  );
}

function stateText({ state, problem }: UploadItem, percent: number, t: TFunction): string {
  if (state !== 'failed') return t(`import.uploads.state.${state}`, { percent });
  if (problem?.status === 507) return t('import.uploads.full');
  if (problem?.status === 401) return t('import.uploads.signedOut');
  return problem?.message ?? t('import.uploads.state.failed');
}
