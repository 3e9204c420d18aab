import { Button } from '@mantine/core';
import type { SupportVisit, SupportVisitState } from '@rise/contract';
import { type StatusTone, StatusPill } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { visitTime } from '../../session/visit-time.ts';
import { useDecideVisit, type VisitAct } from './organization.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './organization.module.css';

const TONES: Partial<Record<SupportVisitState, StatusTone>> = {
  requested: 'warning',
  allowed: 'neutral',
  active: 'warning',
};

/** What can be decided in each state. */
const ACTS: Partial<Record<SupportVisitState, readonly VisitAct[]>> = {
  requested: ['allow', 'decline'],
  allowed: ['end'],
  active: ['end'],
};

interface VisitItemProps {
  visit: SupportVisit;
  onDone: (message: string) => void;
}

/** One visit for support, with what can be decided about it. */
export function VisitItem({ visit, onDone }: VisitItemProps) {
  const { id, state, person, email, reason, minutes, requestedAt, enteredAt, endsAt, decidedBy, endedBy } = visit;
  const { t, i18n } = useTranslation();
  const decide = useDecideVisit(id);
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  const facts = [
    t('organization.support.requested', { moment: moment(requestedAt), time: visitTime(minutes, t) }),
    enteredAt && endsAt && t('organization.support.stayed', { from: moment(enteredAt), to: moment(endsAt) }),
    decidedBy && t('organization.support.decidedBy', { by: decidedBy }),
    endedBy && t('organization.support.endedBy', { by: endedBy }),
  ].filter((fact) => fact !== null && fact !== '');
  return (
    <li className={classes.item} aria-label={person}>
      <div className={classes.head}>
        <h4 className={cards.name}>{person}</h4>
        <StatusPill tone={TONES[state] ?? 'neutral'}>{t(`support.states.${state}`)}</StatusPill>
      </div>
      {email !== person && <p className={classes.text}>{email}</p>}
      <p className={classes.text}>{reason}</p>
      <p className={classes.hint}>{facts.join(' ')}</p>
      {decide.error && (
        <p role="alert" className={cards.error}>
          {errorText(decide.error, t).message}
        </p>
      )}
      {ACTS[state] && (
        <div className={classes.actions}>
          {ACTS[state].map((act) => (
            <Button
              key={act}
              size="compact-sm"
              variant="subtle"
              {...(act === 'end' && { color: 'negative' })}
              loading={decide.isPending && decide.variables === act}
              aria-label={t(`organization.support.actsNamed.${act}`, { person })}
              onClick={() =>
                decide.mutate(act, { onSuccess: () => onDone(t(`organization.support.done.${act}`, { person })) })
              }
            >
              {t(`organization.support.acts.${act}`)}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
