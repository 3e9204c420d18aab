import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ChartSkeleton, Delta, ErrorState, ListSkeleton, TextSkeleton, useFigure, useUiContext } from '@rise/ui';
import { AreaChart } from '@rise/ui/charts';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { Converter } from './converter.tsx';
import { useCryptoTexts } from './crypto-dashboard.texts.ts';
import { changeOf, type Crypto, PERCENT, USD } from './crypto.ts';
import { Watchlist } from './watchlist.tsx';
import classes from './crypto-dashboard.module.css';

/** A full-height chart of Bitcoin's price, with a watchlist and a converter next to it. */
export default function CryptoDashboardPage() {
  const query = useDemoQuery('dashboards', 'GET /api/dashboards/crypto');
  const t = useCryptoTexts();
  const { texts } = useUiContext();
  const wide = useMediaQuery('(width >= 1280px)', undefined, { getInitialValueInEffect: false }) ?? true;
  const [isOpen, setOpen] = useState(false);
  const { data } = query;
  const panel = data ? (
    <>
      <Watchlist watchlist={data.watchlist} />
      <Converter prices={data.prices} wallets={data.wallets} />
    </>
  ) : (
    <div className={classes['coming']}>
      <ListSkeleton rows={6} />
      <TextSkeleton lines={8} />
    </div>
  );
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} />;
  return (
    <div className={classes['screen']}>
      {wide ? (
        <aside className={classes['side']} aria-label={t('panel')}>
          {panel}
        </aside>
      ) : (
        <Drawer.Root opened={isOpen} onClose={() => setOpen(false)} size={320}>
          <Drawer.Overlay backgroundOpacity={0.3} />
          <Drawer.Content>
            <div className={classes['drawer-header']}>
              <Drawer.Title>{t('panel')}</Drawer.Title>
              <Drawer.CloseButton aria-label={texts.close} />
            </div>
            {panel}
          </Drawer.Content>
        </Drawer.Root>
      )}
      <div className={classes['room']}>
        <header className={classes['header']}>
          <div>
            <h1 className={classes['title']}>{t('title')}</h1>
            {data && <Price btc={data.btc} />}
          </div>
          {!wide && (
            <Button
              variant="default"
              leftSection={<IconArrowsExchange size={16} />}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              {t('panel')}
            </Button>
          )}
        </header>
        {data ? <Stats btc={data.btc} /> : <TextSkeleton lines={4} />}
        <div className={classes['chart']}>
          <div className={classes['fill']}>
            {data ? <PriceChart btc={data.btc} at={query.dataUpdatedAt} /> : <ChartSkeleton height="100%" />}
          </div>
        </div>
      </div>
    </div>
  );
}

function Price({ btc }: Pick<Crypto, 'btc'>) {
  const t = useCryptoTexts();
  const figure = useFigure();
  return (
    <p className={classes['price']}>
      <span className={classes['amount']}>{figure(btc.amount, USD)}</span>
      <span className={classes['trend']}>
        <Delta value={changeOf(btc.trend)} format={PERCENT} better="higher" /> {t('inThisTime')}
      </span>
    </p>
  );
}

function Stats({ btc }: Pick<Crypto, 'btc'>) {
  const t = useCryptoTexts();
  const figure = useFigure();
  const whole = { unit: 'currency' } as const;
  const stats = [
    {
      name: t('marketCap'),
      short: figure(btc.marketCap, whole, { compact: true }),
      exact: figure(btc.marketCap, whole),
    },
    { name: t('volume'), short: figure(btc.volume, whole, { compact: true }), exact: figure(btc.volume, whole) },
    {
      name: t('supply'),
      short: `${figure(btc.supply, { unit: 'count' }, { compact: true })} BTC`,
      exact: `${figure(btc.supply, { unit: 'count' })} BTC`,
    },
    { name: t('allTimeHigh'), short: figure(btc.allTimeHigh, whole), exact: figure(btc.allTimeHigh, USD) },
  ];
  return (
    <dl className={classes['stats']}>
      {stats.map(({ name, short, exact }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={exact}>{short}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `at`: the time that the response's minutes are relative to. */
function PriceChart({ btc, at }: Pick<Crypto, 'btc'> & { at: number }) {
  const t = useCryptoTexts();
  const series = useMemo(
    () =>
      btc.price.series.map(({ name, data }) => ({
        name,
        data: data.map(({ x, y }) => ({ x: new Date(Math.floor(at / 60_000) * 60_000 + x * 60_000), y })),
      })),
    [btc, at],
  );
  return (
    <AreaChart label={t('chart')} xLabel={t('time')} series={series} format={USD} fromZero={false} height="fill" />
  );
}
