import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Report, ReportFreeze } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import type { TFunction } from 'i18next';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import type { ReportChoices } from '../report.state.ts';
import { toState } from '../views/views.rules.ts';
import { useFreeze } from './freezes.queries.ts';
import panels from '../panels.module.css';
import classes from './freezes.module.css';

interface FreezeFormProps {
  report: Report;
  choices: ReportChoices;
  freezes: readonly ReportFreeze[];
  onClose: () => void;
}

/** Name, note and what is corrected, of a freeze with the selections on the page. */
export function FreezeForm({ report, choices, freezes, onClose }: FreezeFormProps) {
  const { t } = useTranslation();
  const freeze = useFreeze(report.id);
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const [corrects, setCorrects] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    const isTaken = freezes.some((one) => one.name === trimmed);
    setProblem(trimmed === '' ? t('report.freeze.nameless') : isTaken ? t('report.freeze.taken') : null);
    if (trimmed === '' || isTaken) return;
    const state = toState(choices);
    freeze.mutate(
      { name: trimmed, note: note.trim(), state, corrects: corrects === '' ? null : corrects },
      { onSuccess: onClose },
    );
  };
  return (
    <form className={panels.form} onSubmit={save}>
      <p className={classes.text}>{t('report.freeze.help')}</p>
      <TextInput
        ref={first}
        label={t('report.freeze.name')}
        description={t('report.freeze.nameHelp')}
        maxLength={120}
        value={name}
        error={problem}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        label={t('report.freeze.note')}
        rows={3}
        maxLength={1000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {freezes.length > 0 && (
        <NativeSelect
          label={t('report.freeze.corrects')}
          description={t('report.freeze.correctsHelp')}
          value={corrects}
          data={[
            { value: '', label: t('report.freeze.correctsNone') },
            ...freezes.map((one) => ({ value: one.id, label: one.name })),
          ]}
          onChange={({ currentTarget }) => setCorrects(currentTarget.value)}
        />
      )}
      {freeze.error && (
        <p role="alert" className={panels.error}>
          {messageOf(freeze.error, t)}
        </p>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={freeze.isPending}>
          {t('report.freeze.save')}
        </Button>
      </Group>
    </form>
  );
}

/** The server says which tile failed, and why; everything else has words of ours. */
const FROM_SERVER = new Set(['QUERY_INVALID', 'CONFLICT']);
const messageOf = (error: Error, t: TFunction): string =>
  error instanceof ApiError && FROM_SERVER.has(error.code) ? error.message : errorText(error, t).message;
