import { TextInput } from '@mantine/core';
import type { CopySource } from '@rise/contract';
import { PageHeader, SegmentedChoice } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ENGINE_NAMES, ENGINES } from '../../warehouse/source-settings.rules.ts';
import { SourceForm } from '../../warehouse/source-form.tsx';
import { useSaveCopySource, useTestCopySource } from './copies.queries.ts';
import classes from './copies.module.css';

/** A server to copy from: the same settings and the same test as for one that figures come from. */
export function ServerForm({ source, onSaved }: { source: CopySource | null; onSaved: () => void }) {
  const { t } = useTranslation();
  const active = ENGINES.find((engine) => engine === source?.settings.engine);
  const [engine, setEngine] = useState(active ?? 'postgres');
  const [name, setName] = useState(source?.name ?? '');
  const test = useTestCopySource();
  const save = useSaveCopySource(source?.id ?? null, name.trim());
  return (
    <>
      <PageHeader
        title={source ? t('copies.servers.edit', { name: source.name }) : t('copies.servers.add')}
        purpose={t('copies.servers.purpose')}
        back={{ href: '/copies', label: t('copies.title') }}
      />
      <section className={classes.card} aria-label={t('copies.servers.settings')}>
        <TextInput
          className={classes.narrow}
          label={t('copies.servers.name')}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p className={classes.hint}>{t('sources.operator')}</p>
        <SegmentedChoice
          label={t('sources.engine')}
          options={ENGINES.map((value) => ({ value, label: ENGINE_NAMES[value] }))}
          value={engine}
          onChange={setEngine}
        />
        <SourceForm
          key={engine}
          engine={engine}
          settings={source?.settings ?? null}
          usage="copies"
          test={test}
          connect={save}
          connectLabel={t('copies.servers.save')}
          missing={name.trim() === '' ? t('copies.servers.noName') : null}
          onConnected={onSaved}
        />
      </section>
    </>
  );
}
