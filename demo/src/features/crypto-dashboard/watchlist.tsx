import { Delta, useFigure } from '@rise/ui';
import { Sparkline } from '@rise/ui/charts';
import { useId } from 'react';
import { useCryptoTexts } from './crypto-dashboard.texts.ts';
import { changeOf, type Crypto, PERCENT, priceFormat } from './crypto.ts';
import classes from './watchlist.module.css';

/** The other watched currencies: price and its course over the last minutes. */
export function Watchlist({ watchlist }: Pick<Crypto, 'watchlist'>) {
  const t = useCryptoTexts();
  const figure = useFigure();
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className={classes['title']}>
        {t('watchlist')}
      </h2>
      <ul className={classes['rows']}>
        {watchlist.map((one) => (
          <li key={one.iso} className={classes['row']}>
            <div className={classes['words']}>
              <span className={classes['name']}>{one.title}</span>
              <span className={classes['code']}>{one.iso}</span>
            </div>
            <div className={classes['line']}>
              <Sparkline values={one.series[0]!.data.map(({ y }) => y)} tone={one.trend.dir} height={28} />
            </div>
            <div className={classes['figures']}>
              <span>{figure(one.amount, priceFormat(one.amount))}</span>
              <Delta value={changeOf(one.trend)} format={PERCENT} better="higher" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
