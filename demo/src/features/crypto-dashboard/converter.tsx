import { Button, TextInput } from '@mantine/core';
import { SegmentedChoice, useFigure, useUiContext } from '@rise/ui';
import { useId } from 'react';
import { useChoice } from '../../dashboards/use-choice.ts';
import { useCryptoTexts } from './crypto-dashboard.texts.ts';
import { COINS, type Crypto, USD } from './crypto.ts';
import { COIN_DIGITS, decimalOf, unitsOf, USD_DIGITS, usdFor } from './exact.ts';
import { useTrade } from './use-trade.ts';
import classes from './converter.module.css';

const SIDES = ['buy', 'sell'] as const;

/** Computes a trade at the current prices; it does not execute one. */
export function Converter({ prices, wallets }: Pick<Crypto, 'prices' | 'wallets'>) {
  const t = useCryptoTexts();
  const { locale } = useUiContext();
  const figure = useFigure();
  const title = useId();
  const [side, setSide] = useChoice('side', SIDES);
  const [coin, setCoin] = useChoice('coin', COINS);
  const unit = coin.toUpperCase();
  const [price, wallet] = [prices[coin], wallets[coin]];
  const trade = useTrade(price, side === 'sell' ? wallet : null);
  const number = (decimal: string) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: COIN_DIGITS }).format(decimal as Intl.StringNumericLiteral);
  const coins = (units: bigint) => `${number(decimalOf(units, COIN_DIGITS))} ${unit}`;
  const usd = (units: bigint) => figure(decimalOf(units, USD_DIGITS), USD);
  const owned = unitsOf(wallet, COIN_DIGITS);
  const message = {
    notNumber: t('notNumber', { example: number('0.5') }),
    tooFine: t('tooFine', { digits: trade.typedIn === 'coin' ? COIN_DIGITS : USD_DIGITS }),
    tooMuch: t('tooMuch', { balance: coins(owned) }),
  };
  const field = (name: 'coin' | 'usd', label: string) => (
    <TextInput
      label={t('amountIn', { unit: label })}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: classes['amount'] }}
      rightSection={<span className={classes['unit']}>{label}</span>}
      rightSectionWidth={48}
      value={trade[name]}
      error={trade.typedIn === name && trade.issue !== null ? message[trade.issue] : null}
      onChange={({ currentTarget }) => trade.type(name, currentTarget.value)}
    />
  );
  const after = trade.worth && (side === 'buy' ? owned + trade.worth.coins : owned - trade.worth.coins);
  return (
    <section className={classes['converter']} aria-labelledby={title}>
      <h2 id={title} className={classes['title']}>
        {t('converter')}
      </h2>
      <p className={classes['honest']}>{t('honest')}</p>
      <div className={classes['choices']}>
        <SegmentedChoice
          label={t('side')}
          options={SIDES.map((value) => ({ value, label: t(value) }))}
          value={side}
          onChange={setSide}
        />
        <SegmentedChoice
          label={t('wallet')}
          options={COINS.map((value) => ({ value, label: value.toUpperCase() }))}
          value={coin}
          onChange={setCoin}
        />
      </div>
      <dl className={classes['figures']}>
        <div>
          <dt>{t('balance')}</dt>
          <dd>
            {coins(owned)}
            <small>{usd(usdFor(owned, price))}</small>
          </dd>
        </div>
      </dl>
      {field('coin', unit)}
      {field('usd', 'USD')}
      {side === 'sell' && (
        <Button
          variant="subtle"
          className={classes['all']}
          onClick={() =>
            trade.type(
              'coin',
              new Intl.NumberFormat(locale, { maximumFractionDigits: COIN_DIGITS, useGrouping: false }).format(wallet),
            )
          }
        >
          {t('sellAll')}
        </Button>
      )}
      <div className={classes['preview']} role="status">
        {trade.worth === null ? (
          trade.issue === null && t('nothingYet')
        ) : (
          <>
            <p className={classes['outcome']}>
              {t(side === 'buy' ? 'buyPreview' : 'sellPreview', {
                usd: usd(trade.worth.usd),
                coins: coins(trade.worth.coins),
              })}
            </p>
            <p>
              {t('afterwards')}: <span className={classes['money']}>{coins(after ?? 0n)}</span>
            </p>
          </>
        )}
      </div>
    </section>
  );
}
