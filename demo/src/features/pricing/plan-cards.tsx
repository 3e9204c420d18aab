import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { AppLink } from '../../routing/link.tsx';
import { type Period, type Plan, PLANS } from './plans.ts';
import { usePricingTexts } from './pricing.texts.ts';
import { useMoney, useStorage } from './use-money.ts';
import classes from './pricing.module.css';

export const SIGN_UP = '/pages/authentication/sign-up/classic';

const FOR = { branch: 'branchFor', union: 'unionFor', league: 'leagueFor' } as const;

/** A card for each plan, the most popular one highlighted. `plain` omits the list of capabilities. */
export function PlanCards({ period, plain }: { period: Period; plain: boolean }) {
  return (
    <ul className={classes['cards']}>
      {PLANS.map((plan) => (
        <PlanCard key={plan.id} plan={plan} period={period} plain={plain} />
      ))}
    </ul>
  );
}

function PlanCard({ plan, period, plain }: { plan: Plan; period: Period; plain: boolean }) {
  const t = usePricingTexts();
  const size = useStorage();
  const { id, favorite, people, storage, capabilities } = plan;
  const lines = [
    people === null ? t('everybody') : t('people', { count: people }),
    t('storage', { size: size(storage) }),
    ...(plain ? [] : capabilities.map((one) => t(one))),
  ];
  return (
    <li className={classes['card']} data-favorite={favorite || undefined}>
      {favorite && <span className={classes['badge']}>{t('favorite')}</span>}
      <h2 className={classes['name']}>{t(id)}</h2>
      <p className={classes['for']}>{t(FOR[id])}</p>
      <Price plan={plan} period={period} />
      <Button
        component={AppLink}
        href={SIGN_UP}
        fullWidth
        className={classes['choose']}
        variant={favorite ? 'filled' : 'default'}
      >
        {t('choose', { plan: t(id) })}
      </Button>
      <ul className={classes['lines']}>
        {lines.map((line) => (
          <li key={line} className={classes['line']}>
            <IconCheck size={16} stroke={2} aria-hidden />
            {line}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** A plan's price in the chosen period, with the other period's below. */
function Price({ plan: { monthly, yearly }, period }: { plan: Plan; period: Period }) {
  const t = usePricingTexts();
  const money = useMoney();
  return (
    <div className={classes['price']} aria-live="polite">
      <span className={classes['amount']}>{money(period === 'yearly' ? yearly : monthly)}</span>
      <span className={classes['per']}>{t('perMonth')}</span>
      <p className={classes['note']}>
        {period === 'yearly'
          ? t('billedYearly', { amount: money(yearly * 12), other: money(monthly) })
          : t('billedMonthly', { other: money(yearly) })}
      </p>
    </div>
  );
}
