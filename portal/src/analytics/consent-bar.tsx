import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { answerConsent } from './consent.ts';
import classes from './consent-bar.module.css';

/** Asks once for consent to usage statistics. Declining takes one click, as accepting does. */
export default function ConsentBar() {
  const { t } = useTranslation();
  return (
    <section aria-label={t('analytics.title')} className={classes.bar}>
      <p className={classes.text}>{t('analytics.question')}</p>
      <div className={classes.answers}>
        <Button variant="default" onClick={() => answerConsent('denied')}>
          {t('analytics.deny')}
        </Button>
        <Button variant="default" onClick={() => answerConsent('granted')}>
          {t('analytics.allow')}
        </Button>
      </div>
    </section>
  );
}
