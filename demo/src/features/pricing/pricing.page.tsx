import { Page, SegmentedChoice } from '@rise/ui';
import { useLocation } from '@tanstack/react-router';
import { useAddress } from '@rise/shell/routing';
import { VariantLinks } from '../../components/variant-links.tsx';
import { PricingExtras } from './around.tsx';
import { Comparison } from './comparison.tsx';
import { Lifetime } from './lifetime.tsx';
import { PlanCards } from './plan-cards.tsx';
import { type Period, saving } from './plans.ts';
import { type Variant, VARIANTS } from './variants.ts';
import { usePercent } from './use-money.ts';
import { usePricingTexts } from './pricing.texts.ts';
import classes from './pricing.module.css';

/** Prices in one of four variants; variant and billing period are in the address. */
export default function PricingPage() {
  const t = usePricingTexts();
  const percent = usePercent();
  const variant = useLocation({ select: ({ pathname }) => pathname.split('/').at(-1) as Variant });
  const { search, setSearch } = useAddress();
  const period: Period = search['period'] === 'monthly' ? 'monthly' : 'yearly';
  return (
    <Page>
      <div className={classes['variants']}>
        <VariantLinks
          label={t('variants')}
          variants={VARIANTS.map((name) => ({ name, title: t(name) }))}
          current={variant}
          under="/pages/pricing"
        />
      </div>
      <header className={classes['hero']}>
        <h1 className={classes['headline']}>{t('headline')}</h1>
        <p className={classes['sentence']}>{t('sentence')}</p>
        {variant !== 'single' && (
          <div className={classes['period']}>
            <SegmentedChoice
              label={t('period')}
              value={period}
              options={[
                { value: 'yearly', label: t('yearly') },
                { value: 'monthly', label: t('monthly') },
              ]}
              onChange={(chosen) => setSearch({ period: chosen === 'yearly' ? null : chosen })}
            />
            <span className={classes['saving']}>{t('saving', { percent: percent(saving() / 100) })}</span>
          </div>
        )}
      </header>
      {variant === 'single' ? (
        <Lifetime />
      ) : variant === 'table' ? (
        <Comparison period={period} />
      ) : (
        <PlanCards period={period} plain={variant === 'simple'} />
      )}
      <PricingExtras />
    </Page>
  );
}
