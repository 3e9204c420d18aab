import { StatusPill } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { adviceText, type Reading, STATE_TONES, valueText } from '../../system/system-words.ts';
import classes from './system.module.css';

interface ReadingsProps {
  /** Accessible name: of what they are. */
  label: string;
  readings: readonly Reading[];
  /** When they were read. */
  now: Date;
}

/** What was measured, how it is, and where it is not good, what to do. */
export function Readings({ label, readings, now }: ReadingsProps) {
  const { t, i18n } = useTranslation();
  return (
    <ul className={classes.readings} aria-label={label}>
      {readings.map((reading) => (
        <li key={reading.check} className={classes.reading} data-state={reading.state}>
          <span className={classes.check}>{t(`systemHealth.checks.${reading.check}`)}</span>
          <span className={classes.value}>{valueText(reading, { t, language: i18n.language, now })}</span>
          <StatusPill tone={STATE_TONES[reading.state]} width={92}>
            {t(`systemHealth.states.${reading.state}`)}
          </StatusPill>
          {reading.state !== 'good' && <p className={classes.advice}>{adviceText(reading, t)}</p>}
        </li>
      ))}
    </ul>
  );
}
