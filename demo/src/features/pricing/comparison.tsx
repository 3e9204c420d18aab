import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { AppLink } from '../../routing/link.tsx';
import { SIGN_UP } from './plan-cards.tsx';
import { CAPABILITIES, type Period, type Plan, PLANS } from './plans.ts';
import { usePricingTexts } from './pricing.texts.ts';
import { useMoney, useStorage } from './use-money.ts';
import classes from './pricing.module.css';

/** Compares the plans by group of features; stacked on phones. */
export function Comparison({ period }: { period: Period }) {
  const t = usePricingTexts();
  const money = useMoney();
  const size = useStorage();
  const price = ({ monthly, yearly }: Plan) => `${money(period === 'yearly' ? yearly : monthly)} ${t('perMonth')}`;
  const groups = [
    {
      title: t('size'),
      rows: [
        { label: t('price'), cell: price },
        {
          label: t('peopleRow'),
          cell: ({ people }: Plan) => (people === null ? t('everybody') : t('people', { count: people })),
        },
        { label: t('storageRow'), cell: ({ storage }: Plan) => size(storage) },
      ],
    },
    {
      title: t('use'),
      rows: CAPABILITIES.map((one) => ({
        label: t(one),
        cell: ({ capabilities }: Plan) => capabilities.includes(one),
      })),
    },
  ];
  return (
    <div className={classes['comparison']}>
      <table className={classes['table']} aria-label={t('compare')}>
        <thead>
          <tr>
            <th scope="col">{t('plan')}</th>
            {PLANS.map(({ id, favorite }) => (
              <th key={id} scope="col" data-favorite={favorite || undefined}>
                <span className={classes['name']}>{t(id)}</span>
                <Button
                  component={AppLink}
                  href={SIGN_UP}
                  fullWidth
                  variant={favorite ? 'filled' : 'default'}
                  className={classes['choose']}
                >
                  {t('choose', { plan: t(id) })}
                </Button>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ title, rows }) => (
          <tbody key={title}>
            <tr className={classes['group']}>
              <th scope="rowgroup" colSpan={PLANS.length + 1}>
                {title}
              </th>
            </tr>
            {rows.map(({ label, cell }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {PLANS.map((plan) => (
                  <td key={plan.id} data-plan={t(plan.id)} data-favorite={plan.favorite || undefined}>
                    <Cell value={cell(plan)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Cell({ value: locked }: { value: string | boolean }) {
  const t = usePricingTexts();
  if (typeof locked === 'string') return locked;
  const Icon = locked ? IconCheck : IconMinus;
  return (
    <>
      <Icon size={18} stroke={2} aria-hidden className={locked ? classes['held'] : classes['lacking']} />
      <VisuallyHidden>{t(locked ? 'included' : 'notIncluded')}</VisuallyHidden>
    </>
  );
}
