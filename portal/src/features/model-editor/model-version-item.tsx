import { Button } from '@mantine/core';
import type { ModelVersion } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../dates/moments.ts';
import classes from './model-versions.module.css';

export interface ModelVersionItemProps {
  version: ModelVersion;
  open: boolean;
  restoring: boolean;
  onOpen: () => void;
  onRestore: () => void;
  /** What it changed, shown while it is open. */
  children: ReactNode;
}

const ORIGINS = {
  sample: 'modelVersions.origins.sample',
  command: 'modelVersions.origins.command',
  person: 'modelVersions.origins.person',
  restored: 'modelVersions.origins.restored',
  template: 'modelVersions.origins.template',
} as const satisfies Record<ModelVersion['origin'], string>;

/** One version: who published it, when and why. */
export function ModelVersionItem({ version, open, restoring, onOpen, onRestore, children }: ModelVersionItemProps) {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const { version: number, current, author, createdAt, origin, message, template } = version;
  const confirmRestore = async () => {
    const answer = await confirm({
      title: t('modelVersions.confirmTitle', { version: number }),
      message: t('modelVersions.confirmMessage'),
      actions: { confirm: { label: t('modelVersions.restore') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') onRestore();
  };
  const facts = [
    author ?? t('modelVersions.server'),
    formatMoment(createdAt, i18n.language),
    t(ORIGINS[origin]),
    ...(template ? [t('modelVersions.template', { ...template })] : []),
  ];
  return (
    <li className={classes.version}>
      <div className={classes.head}>
        <div>
          <h2 className={classes.title}>
            {t('modelVersions.version', { version: number })}
            {current && <span className={classes.badge}>{t('modelVersions.current')}</span>}
          </h2>
          {message !== '' && <p className={classes.note}>{message}</p>}
          <p className={classes.facts}>{facts.join(' · ')}</p>
        </div>
        <div className={classes.buttons}>
          <Button
            variant="subtle"
            size="xs"
            aria-expanded={open}
            aria-label={t('modelVersions.showOf', { version: number })}
            onClick={onOpen}
          >
            {open ? t('modelVersions.hide') : t('modelVersions.show')}
          </Button>
          {!current && (
            <Button
              variant="default"
              size="xs"
              loading={restoring}
              aria-label={t('modelVersions.restoreOf', { version: number })}
              onClick={() => void confirmRestore()}
            >
              {t('modelVersions.restore')}
            </Button>
          )}
        </div>
      </div>
      {open && children}
    </li>
  );
}
