import { Button, Popover, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { usePin } from './data-versions.queries.ts';
import classes from './data-versions.module.css';

/** Pins a version under a name, so that it is never removed; or unpins it. */
export function VersionPin({ number, pinned }: { number: number; pinned: string | null }) {
  const { t } = useTranslation();
  const pin = usePin(number);
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const error = pin.isError ? errorText(pin.error, t).message : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') pin.mutate(name.trim(), { onSuccess: () => setOpened(false) });
  };
  if (pinned !== null)
    return (
      <>
        {error !== null && <p className={classes.error}>{error}</p>}
        <Button
          variant="subtle"
          loading={pin.isPending}
          aria-label={t('dataVersions.pin.unpinLabel', { number })}
          onClick={() => pin.mutate(null)}
        >
          {t('dataVersions.pin.unpin')}
        </Button>
      </>
    );
  return (
    <Popover opened={opened} onChange={setOpened} width={280} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          aria-label={t('dataVersions.pin.label', { number })}
          onClick={() => setOpened((before) => !before)}
        >
          {t('dataVersions.pin.action')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={classes.form} noValidate onSubmit={submit}>
          <TextInput
            label={t('dataVersions.pin.name')}
            description={t('dataVersions.pin.text')}
            placeholder={t('dataVersions.pin.placeholder')}
            value={name}
            maxLength={100}
            error={error}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={pin.isPending}>
            {t('dataVersions.pin.action')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
