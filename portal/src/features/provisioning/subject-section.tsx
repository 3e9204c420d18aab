import { NativeSelect } from '@mantine/core';
import type { Provisioning } from '@rise/contract';
import { SUBJECT_ATTRIBUTES, SUBJECT_CLAIMS } from '@rise/contract/provisioning-words';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { CLAIM_NAMES } from './provisioning-words.ts';
import { useChangeSubject } from './provisioning.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './provisioning.module.css';

/** By what a provisioned person is recognized at their first sign-in. A choice is stored at once. */
export function SubjectSection({ provisioning }: { provisioning: Provisioning }) {
  const { t } = useTranslation();
  const change = useChangeSubject();
  const [message, setMessage] = useState('');
  const { subjectAttribute, subjectClaim } = { ...provisioning, ...(change.isPending ? change.variables : {}) };
  const save = (next: Parameters<typeof change.mutate>[0]) =>
    change.mutate(next, { onSuccess: () => setMessage(t('provisioning.subject.saved')) });
  return (
    <section className={cards.card} aria-labelledby="provisioning-subject">
      <h2 id="provisioning-subject" className={cards.heading}>
        {t('provisioning.subject.title')}
      </h2>
      <p className={cards.hint}>{t('provisioning.subject.help')}</p>
      <div className={classes.fields}>
        <NativeSelect
          label={t('provisioning.subject.attribute')}
          value={subjectAttribute}
          data={SUBJECT_ATTRIBUTES.map((value) => ({ value, label: value }))}
          onChange={({ currentTarget }) => {
            const chosen = SUBJECT_ATTRIBUTES.find((one) => one === currentTarget.value);
            if (chosen) save({ subjectAttribute: chosen });
          }}
        />
        <NativeSelect
          label={t('provisioning.subject.claim')}
          value={subjectClaim}
          data={SUBJECT_CLAIMS.map((value) => ({ value, label: t(CLAIM_NAMES[value]) }))}
          onChange={({ currentTarget }) => {
            const chosen = SUBJECT_CLAIMS.find((one) => one === currentTarget.value);
            if (chosen) save({ subjectClaim: chosen });
          }}
        />
      </div>
      <p role="status" className={classes.message}>
        {message}
      </p>
      {change.error && (
        <p role="alert" className={cards.error}>
          {errorText(change.error, t).message}
        </p>
      )}
    </section>
  );
}
