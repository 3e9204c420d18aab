import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/RadioCard.layer.css';
import '@mantine/core/styles/RadioIndicator.layer.css';
import { Radio } from '@mantine/core';
import { useUiContext } from '@rise/ui';
import { useSettingsTexts } from '../settings.texts.ts';
import type { Settings } from '../use-settings.tsx';
import classes from './plan-choice.module.css';

type Plan = Settings['billing']['plan'];

/** A month's price in dollars. */
const PLANS = [
  { id: 'basic', name: 'basic', text: 'basicText', price: 10 },
  { id: 'team', name: 'teamPlan', text: 'teamPlanText', price: 20 },
  { id: 'company', name: 'companyPlan', text: 'companyPlanText', price: 40 },
] as const satisfies readonly { id: Plan; name: string; text: string; price: number }[];

interface PlanChoiceProps {
  value: Plan;
  onChange: (plan: Plan) => void;
}

/** A radio group of three cards. */
export function PlanChoice({ value, onChange }: PlanChoiceProps) {
  const t = useSettingsTexts();
  const { locale } = useUiContext();
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
  return (
    <Radio.Group value={value} onChange={onChange} aria-label={t('plan')}>
      <div className={classes['plans']}>
        {PLANS.map(({ id, name, text, price }) => (
          <Radio.Card
            key={id}
            value={id}
            className={classes['plan']!}
            aria-label={t(name)}
            aria-describedby={`plan-${id}`}
          >
            <span className={classes['head']}>
              <span className={classes['name']}>{t(name)}</span>
              <Radio.Indicator />
            </span>
            <span id={`plan-${id}`}>
              <span className={classes['text']}>{t(text)}</span>
              <span className={classes['price']}>
                <b>{money.format(price)}</b> {t('aMonth')}
              </span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
