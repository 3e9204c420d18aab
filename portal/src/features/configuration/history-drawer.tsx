import { Button } from '@mantine/core';
import type { MappedCode, MappingVersion } from '@rise/contract';
import { DetailDrawer, ErrorState, ListSkeleton, Notice, useConfirm } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useCodeName } from './code-text.tsx';
import { changesQuery, useRestoreMapping, versionsQuery } from './configuration.queries.ts';
import type { Workbench } from './use-workbench.ts';
import shared from './configuration.module.css';
import classes from './drawers.module.css';

/** The versions of a mapping, newest first: who changed what, when and why. */
export function HistoryDrawer({ bench, opened, onClose }: { bench: Workbench; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { type, version, needsApproval } = bench.codes;
  const versions = useQuery({ ...versionsQuery(type), enabled: opened });
  const restore = useRestoreMapping(type, needsApproval);
  const confirm = useConfirm();
  const restoreVersion = async (number: number) => {
    const result = await confirm({
      title: t('configuration.history.restoreTitle', { number }),
      message: t(needsApproval ? 'configuration.history.proposeText' : 'configuration.history.restoreText', { number }),
      actions: { confirm: { label: t('configuration.history.restore'), color: 'primary' } },
    });
    if (result === 'confirmed')
      restore.mutate({ version: number, basedOn: version, message: t('configuration.history.restored', { number }) });
  };
  return (
    <DetailDrawer opened={opened} onClose={onClose} size="wide" title={t('configuration.history.title')}>
      {restore.isError && (
        <p role="alert" className={shared.error}>
          {errorText(restore.error, t).message}
        </p>
      )}
      {restore.isSuccess && needsApproval && <Notice tone="positive">{t('configuration.proposals.proposed')}</Notice>}
      {versions.isError ? (
        <ErrorState {...errorText(versions.error, t)} onRetry={() => void versions.refetch()} />
      ) : versions.isPending ? (
        <ListSkeleton rows={4} />
      ) : versions.data.versions.length === 0 ? (
        <p className={shared.hint}>{t('configuration.history.empty')}</p>
      ) : (
        <ol className={classes.history}>
          {versions.data.versions.map((item) => (
            <Version
              key={item.version}
              item={item}
              bench={bench}
              isRestoring={restore.isPending && restore.variables.version === item.version}
              onRestore={() => void restoreVersion(item.version)}
            />
          ))}
          <li className={classes.version}>
            <span>{t('configuration.history.nothing')}</span>
            {version > 0 && (
              <Button size="compact-sm" variant="subtle" onClick={() => void restoreVersion(0)}>
                {t('configuration.history.restore')}
              </Button>
            )}
          </li>
        </ol>
      )}
    </DetailDrawer>
  );
}

function Version(props: { item: MappingVersion; bench: Workbench; isRestoring: boolean; onRestore: () => void }) {
  const { item, bench, isRestoring, onRestore } = props;
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <li className={classes.version}>
      <div className={classes.versionHead}>
        <strong>{t('configuration.version', { number: item.version })}</strong>
        {item.current && <span className={classes.current}>{t('configuration.history.current')}</span>}
        <span className={shared.hint}>
          {item.author ?? t('configuration.byServer')}
          {item.approvedBy !== null && ` · ${t('configuration.history.approvedBy', { name: item.approvedBy })}`} ·{' '}
          {formatMoment(item.createdAt, i18n.language)} · {t('configuration.history.codes', { count: item.codes })}
        </span>
      </div>
      {item.message !== '' && <p className={shared.paragraph}>{item.message}</p>}
      <div className={classes.actions}>
        <Button size="compact-sm" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'configuration.history.hide' : 'configuration.history.show')}
        </Button>
        {!item.current && (
          <Button size="compact-sm" variant="subtle" loading={isRestoring} onClick={onRestore}>
            {t('configuration.history.restore')}
          </Button>
        )}
      </div>
      {open && <Changes bench={bench} version={item.version} />}
    </li>
  );
}

function Changes({ bench, version }: { bench: Workbench; version: number }) {
  const { t } = useTranslation();
  const nameOf = useCodeName();
  const changes = useQuery(changesQuery(bench.codes.type, version));
  if (changes.isError)
    return (
      <p role="alert" className={shared.error}>
        {errorText(changes.error, t).message}
      </p>
    );
  if (changes.isPending) return <ListSkeleton rows={2} />;
  const { codes, count, categories, rules } = changes.data;
  const write = (entries: readonly MappedCode[]) =>
    entries.length === 0
      ? t('configuration.unmapped')
      : entries
          .map(
            ({ value, from, until }) =>
              bench.titleOf(value) + (from === null && until === null ? '' : ` (${from ?? '…'} – ${until ?? '…'})`),
          )
          .join(', ');
  return (
    <>
      <ul className={classes.changes}>
        {codes.map(({ code, before, after }) => (
          <li key={JSON.stringify(code)}>
            <span className={shared.code}>{nameOf(code)}</span>: <del>{write(before)}</del> → <ins>{write(after)}</ins>
          </li>
        ))}
      </ul>
      {count > codes.length && (
        <p className={shared.hint}>{t('configuration.history.more', { count: count - codes.length })}</p>
      )}
      {categories && <p className={shared.hint}>{t('configuration.history.categories')}</p>}
      {rules && <p className={shared.hint}>{t('configuration.history.rules')}</p>}
    </>
  );
}
