import type { Rating } from '@rise/contract';
import { RATING_REASONS } from '@rise/contract/conversation-words';
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../routing/link.tsx';
import { allows } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import classes from './assistant-page.module.css';

interface AnswerRatingProps {
  rating: Rating | null;
  onRate: (rating: Rating | null) => void;
  /** The question that was answered. */
  question: string;
}

/** Longer texts are no question about figures. */
const LONGEST = 500;

/** Whether an answer helped; where it did not, why. */
export function AnswerRating({ rating, onRate, question }: AnswerRatingProps) {
  const { t } = useTranslation();
  const session = useSession();
  const value = rating?.value ?? null;
  const choose = (chosen: Rating['value']) => onRate(value === chosen ? null : { value: chosen, reason: null });
  const Up = value === 'helpful' ? IconThumbUpFilled : IconThumbUp;
  const Down = value === 'unhelpful' ? IconThumbDownFilled : IconThumbDown;
  return (
    <div className={classes.rating} role="group" aria-label={t('assistantPage.rating.label')}>
      {(
        [
          ['helpful', Up],
          ['unhelpful', Down],
        ] as const
      ).map(([choice, Thumb]) => (
        <button
          key={choice}
          type="button"
          className={classes.thumb}
          aria-pressed={value === choice}
          aria-label={t(`assistantPage.rating.${choice}`)}
          title={t(`assistantPage.rating.${choice}`)}
          onClick={() => choose(choice)}
        >
          <Thumb size={16} stroke={1.7} aria-hidden />
        </button>
      ))}
      {rating?.value === 'unhelpful' && (
        <div className={classes.reasons} role="group" aria-label={t('assistantPage.rating.why')}>
          {RATING_REASONS.map((reason) => (
            <button
              key={reason}
              type="button"
              className={classes.reason}
              aria-pressed={rating.reason === reason}
              onClick={() => onRate({ value: 'unhelpful', reason: rating.reason === reason ? null : reason })}
            >
              {t(`assistantPage.rating.reasons.${reason}`)}
            </button>
          ))}
          {allows(session, { permission: 'tenant.administer' }) && (
            <AppLink
              className={classes.reason}
              href={`/question-evaluation?${new URLSearchParams({ question: question.slice(0, LONGEST) })}`}
            >
              {t('assistantPage.rating.evaluate')}
            </AppLink>
          )}
        </div>
      )}
    </div>
  );
}
