import { Button } from '@mantine/core';
import type { CopyContent, CopyDraft, CopySchedule, DataCopy } from '@rise/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { scheduleDraft, scheduleOf, type Every } from './copy-draft.rules.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import classes from './copies.module.css';

/** What all kinds of copies have in common. */
export interface PartProps {
  copy: DataCopy | null;
  name: string;
  save: (draft: CopyDraft) => void;
  isSaving: boolean;
  details: readonly { field: string; message: string }[];
  error: Error | null;
}

export interface SaveFormProps extends PartProps {
  /** Null while something is missing. */
  content: CopyContent | null;
  /** What is missing before it can be saved; null: nothing. */
  missing: string | null;
  /** Schedules that the copy can have, if not only those with times, and the one of a new copy. */
  schedules?: readonly Every[];
  usual?: CopySchedule;
  children: ReactNode;
}

/** The end of a form: when the copy runs, what is wrong, and saving it. */
export function SaveForm({
  copy,
  name,
  content,
  missing,
  save,
  isSaving,
  details,
  error,
  children,
  schedules,
  usual,
}: SaveFormProps) {
  const { t } = useTranslation();
  const [schedule, setSchedule] = useState(() => scheduleDraft(copy ? copy.schedule : (usual ?? null)));
  const [submitted, setSubmitted] = useState(false);
  const problem = name.trim() === '' ? t('copies.form.noName') : missing;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (problem === null && content !== null) save({ name: name.trim(), content, schedule: scheduleOf(schedule) });
  };
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      {children}
      <ScheduleFields schedule={schedule} {...(schedules && { options: schedules })} onChange={setSchedule} />
      {submitted && problem !== null && (
        <p role="alert" className={classes.error}>
          {problem}
        </p>
      )}
      {error && (
        <div role="alert" className={classes.error}>
          <p>{errorText(error, t).message}</p>
          <ul>
            {details.map(({ field, message }) => (
              <li key={`${field} ${message}`} lang="en">
                {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={isSaving}>
          {t('copies.form.save')}
        </Button>
      </div>
    </form>
  );
}
