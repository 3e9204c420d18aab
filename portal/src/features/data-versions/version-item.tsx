import { Button } from '@mantine/core';
import type { DataVersion, TestCounts } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import { IconCircleCheck, IconCircleX, IconPin, IconSnowflake } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';
import { formatMoment } from '../../dates/moments.ts';
import { AppLink } from '../../routing/link.tsx';
import { VersionPin } from './version-pin.tsx';
import { VersionTables } from './version-tables.tsx';
import classes from './data-versions.module.css';

export interface VersionItemProps {
  version: DataVersion;
  canPin: boolean;
  restoring: boolean;
  onRestore: () => void;
}

/** One version: where its data came from, the rows and totals of its tables beside those of the version before. */
export function VersionItem({ version, canPin, restoring, onRestore }: VersionItemProps) {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const { number, source, note, importId, pinned, freezes, removedAt, current, restorable } = version;
  const confirmRestore = async () => {
    const answer = await confirm({
      title: t('dataVersions.confirmTitle', { number }),
      message: t('dataVersions.confirmMessage', { number, source }),
      actions: { confirm: { label: t('dataVersions.restore') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') onRestore();
  };
  return (
    <li className={classes.version}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 className={classes.title}>
            {t('dataVersions.version', { number })}
            {current && <span className={classes.badge}>{t('dataVersions.current')}</span>}
            {pinned !== null && (
              <span className={classes.pinned} title={t('dataVersions.pin.text')}>
                <IconPin size={12} aria-hidden />
                {pinned}
              </span>
            )}
            {freezes > 0 && removedAt === null && (
              <span className={classes.pinned} title={t('dataVersions.frozenText')}>
                <IconSnowflake size={12} aria-hidden />
                {t('dataVersions.frozen', { count: freezes })}
              </span>
            )}
          </h2>
          <p className={classes.source}>
            {importId !== null && canPin ? <AppLink href={`/import?import=${importId}`}>{source}</AppLink> : source}
          </p>
          {note !== '' && <p className={classes.note}>{note}</p>}
          <p className={classes.facts}>{factsOf(version, t, i18n.language).join(' · ')}</p>
          {version.tests && <VersionTests tests={version.tests} />}
        </div>
        <div className={classes.actions}>
          {canPin && removedAt === null && <VersionPin number={number} pinned={pinned} />}
          {!current && restorable && (
            <Button
              variant="default"
              loading={restoring}
              aria-label={t('dataVersions.restoreLabel', { number })}
              onClick={() => void confirmRestore()}
            >
              {t('dataVersions.restore')}
            </Button>
          )}
        </div>
      </div>
      {removedAt !== null && (
        <p className={classes.facts}>{t('dataVersions.removed', { moment: formatMoment(removedAt, i18n.language) })}</p>
      )}
      {version.tables.length > 0 ? (
        <VersionTables version={version} />
      ) : (
        removedAt === null && <p className={classes.facts}>{t('dataVersions.noTables')}</p>
      )}
    </li>
  );
}

/** Whether the model's tests pass on the version. */
function VersionTests({ tests: { passed, failed, notRun } }: { tests: TestCounts }) {
  const { t } = useTranslation();
  const failing = failed + notRun;
  const Sign = failing > 0 ? IconCircleX : IconCircleCheck;
  return (
    <p className={classes.tests} data-failing={failing > 0 || undefined}>
      <Sign size={14} aria-hidden />
      <AppLink href="/model/edit?panel=tests">
        {failing > 0
          ? t('dataVersions.tests.failing', { count: failing, tests: passed + failing })
          : t('dataVersions.tests.passed', { count: passed })}
      </AppLink>
    </p>
  );
}

function factsOf({ asOf, loadedAt, loadedBy, origin, restoredFrom }: DataVersion, t: TFunction, language: string) {
  const moment = formatMoment(loadedAt, language);
  return [
    t(`dataVersions.origin.${origin}`),
    ...(asOf === null ? [] : [t('dataVersions.asOf', { day: formatDay(asOf, language) })]),
    loadedBy === null ? t('dataVersions.loaded', { moment }) : t('dataVersions.loadedBy', { moment, person: loadedBy }),
    ...(restoredFrom === null ? [] : [t('dataVersions.restoredFrom', { number: restoredFrom })]),
  ];
}
