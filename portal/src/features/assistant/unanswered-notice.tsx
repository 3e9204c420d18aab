import { Button } from '@mantine/core';
import { Notice } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import type { Unanswered } from './conversation.ts';
import classes from './assistant-page.module.css';

/** Why the last question has no stored answer, and the way to ask it again. */
export function UnansweredNotice({ reason, onRetry }: { reason: Unanswered['reason']; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.unanswered}>
      <Notice tone={reason === 'stopped' ? 'info' : 'negative'}>
        <p>{t(`assistantPage.unanswered.${reason}`)}</p>
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('assistantPage.unanswered.retry')}
        </Button>
      </Notice>
    </div>
  );
}
