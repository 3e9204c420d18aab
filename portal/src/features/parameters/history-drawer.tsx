import { Button } from '@mantine/core';
import type { ParameterVersion, TenantParameter, TenantParameterSetting } from '@rise/contract';
import { DetailDrawer, EmptyState, ErrorState, ListSkeleton } from '@rise/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { writeValue } from './parameter-text.ts';
import { loadVersion, parameterVersionsQuery } from './parameters.queries.ts';
import classes from './parameters.module.css';

export interface HistoryDrawerProps {
  parameters: readonly TenantParameter[];
  readOnly: boolean;
  /** Enters the values of an earlier version; nothing is saved yet. */
  onUse: (settings: Readonly<Record<string, TenantParameterSetting>>, version: number) => void;
  onClose: () => void;
}

/** Who changed what, when and why, newest first. */
export default function HistoryDrawer({ parameters, readOnly, onUse, onClose }: HistoryDrawerProps) {
  const { t } = useTranslation();
  const history = useQuery(parameterVersionsQuery);
  const use = useMutation({
    mutationFn: loadVersion,
    onSuccess: ({ settings, version }) => onUse(settings, version),
  });
  const versions = history.data?.versions;
  return (
    <DetailDrawer
      opened
      size="wide"
      onClose={onClose}
      title={t('parameterValues.history.title')}
      subtitle={t('parameterValues.history.subtitle')}
    >
      {use.isError && (
        <p role="alert" className={classes.error}>
          {errorText(use.error, t).message}
        </p>
      )}
      {history.isError ? (
        <ErrorState {...errorText(history.error, t)} onRetry={() => void history.refetch()} />
      ) : versions === undefined ? (
        <ListSkeleton rows={4} />
      ) : versions.length === 0 ? (
        <EmptyState
          title={t('parameterValues.history.empty')}
          text={t('parameterValues.history.emptyText')}
          art="list"
        />
      ) : (
        <ol className={classes.versions}>
          {versions.map((version) => (
            <VersionItem
              key={version.version}
              version={version}
              parameters={parameters}
              onUse={readOnly || version.current ? null : () => use.mutate(version.version)}
            />
          ))}
        </ol>
      )}
    </DetailDrawer>
  );
}

function VersionItem({
  version: { version, current, createdAt, author, note, changed },
  parameters,
  onUse,
}: {
  version: ParameterVersion;
  parameters: readonly TenantParameter[];
  onUse: (() => void) | null;
}) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const write = useSettingText(parameters);
  const facts = [formatMoment(createdAt, i18n.language), author ?? t('parameterValues.history.server')];
  return (
    <li className={classes.version}>
      <h3 className={classes.number}>
        {t('parameterValues.history.version', { number: version })}
        {current && <span className={classes.badge}>{t('parameterValues.history.current')}</span>}
      </h3>
      {note !== '' && <p className={classes.note}>{note}</p>}
      <ul className={classes.names}>
        {changed.map(({ name, before, after }) => {
          const title = parameters.find((parameter) => parameter.name === name)?.title;
          return (
            <li key={name}>
              {title ? localize(title) : name}: {write(name, before)} → {write(name, after)}
            </li>
          );
        })}
      </ul>
      <div className={classes.links}>
        <p className={classes.hint}>{facts.join(' · ')}</p>
        {onUse && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('parameterValues.history.useLabel', { number: version })}
            onClick={onUse}
          >
            {t('parameterValues.history.use')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Writes all values of a setting in the order of their days. */
function useSettingText(parameters: readonly TenantParameter[]) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return (name: string, setting: TenantParameterSetting | null): string => {
    const parameter = parameters.find((item) => item.name === name) ?? { type: 'string' as const };
    const first = setting?.value ?? null;
    const dated = (setting?.changes ?? []).map(({ from, value }) =>
      t('parameterValues.history.from', {
        day: formatDay(from, language),
        value: writeValue(parameter, value, t, language),
      }),
    );
    const start = first === null ? t('parameterValues.history.default') : writeValue(parameter, first, t, language);
    return [start, ...dated].join(', ');
  };
}
