import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { AppLink } from '../../routing/link.tsx';
import { SIGN_UP } from './plan-cards.tsx';
import { CAPABILITIES, LIFETIME } from './plans.ts';
import { usePricingTexts } from './pricing.texts.ts';
import { useMoney } from './use-money.ts';
import classes from './pricing.module.css';

/** One card: everything, paid once. */
export function Lifetime() {
  const t = usePricingTexts();
  const money = useMoney();
  return (
    <div className={classes['lifetime']}>
      <div>
        <h2 className={classes['name']}>{t('once')}</h2>
        <p className={classes['for']}>{t('onceFor')}</p>
        <ul className={classes['lines']} data-columns>
          {CAPABILITIES.map((one) => (
            <li key={one} className={classes['line']}>
              <IconCheck size={16} stroke={2} aria-hidden />
              {t(one)}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes['till']}>
        <span className={classes['amount']}>{money(LIFETIME)}</span>
        <Button component={AppLink} href={SIGN_UP} fullWidth>
          {t('onceChoose')}
        </Button>
      </div>
    </div>
  );
}
