import { Button, NumberInput } from '@mantine/core';
import type { Retention } from '@rise/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { retentionQuery, useSaveRetention } from './data-versions.queries.ts';
import classes from './data-versions.module.css';

/** How long versions are retained, in a sentence, with the form that changes it. */
export function RetentionSetting() {
  const { t } = useTranslation();
  const { data } = useQuery(retentionQuery);
  const [editing, setEditing] = useState(false);
  if (!data) return null;
  const { versions, days } = data;
  if (editing) return <RetentionForm retention={data} onClose={() => setEditing(false)} />;
  return (
    <p className={classes.retention}>
      {versions === null && days === null
        ? t('dataVersions.retention.all')
        : days === null
          ? t('dataVersions.retention.versions', { count: versions ?? 0 })
          : versions === null
            ? t('dataVersions.retention.days', { count: days })
            : t('dataVersions.retention.both', { versions, days })}{' '}
      <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
        {t('dataVersions.retention.change')}
      </Button>
    </p>
  );
}

const numberOrNull = (value: number | string): number | null => (typeof value === 'number' ? value : null);

function RetentionForm({ retention, onClose }: { retention: Retention; onClose: () => void }) {
  const { t } = useTranslation();
  const save = useSaveRetention();
  const [versions, setVersions] = useState<number | string>(retention.versions ?? '');
  const [days, setDays] = useState<number | string>(retention.days ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ versions: numberOrNull(versions), days: numberOrNull(days) }, { onSuccess: onClose });
  };
  return (
    <form className={classes.retentionForm} noValidate onSubmit={submit}>
      <NumberInput
        label={t('dataVersions.retention.versionsLabel')}
        placeholder={t('dataVersions.retention.noLimit')}
        min={1}
        max={10_000}
        allowDecimal={false}
        value={versions}
        onChange={setVersions}
      />
      <NumberInput
        label={t('dataVersions.retention.daysLabel')}
        placeholder={t('dataVersions.retention.noLimit')}
        min={1}
        max={36_500}
        allowDecimal={false}
        value={days}
        onChange={setDays}
      />
      <p className={classes.facts}>{t('dataVersions.retention.hint')}</p>
      {save.isError && (
        <p role="alert" className={classes.error}>
          {errorText(save.error, t).message}
        </p>
      )}
      <div className={classes.formActions}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('dataVersions.retention.save')}
        </Button>
      </div>
    </form>
  );
}
