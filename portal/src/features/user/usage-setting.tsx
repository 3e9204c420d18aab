import { SegmentedChoice } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { answerConsent, consent } from '../../analytics/consent.ts';
import { useObservable } from '@rise/ui/observable';
import classes from './user.module.css';

/** Consent to usage statistics in this browser. */
export function UsageSetting() {
  const { t } = useTranslation();
  const answer = useObservable(consent);
  return (
    <div className={classes.settings}>
      <SegmentedChoice
        label={t('analytics.title')}
        options={[
          { value: 'denied', label: t('analytics.denied') },
          { value: 'granted', label: t('analytics.granted') },
        ]}
        value={answer ?? 'denied'}
        onChange={(value) => answerConsent(value === 'granted' ? 'granted' : 'denied')}
      />
      <p className={classes.note}>{t('analytics.note')}</p>
    </div>
  );
}
