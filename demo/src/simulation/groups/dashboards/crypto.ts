import type { DemoGroups } from '@rise/contract/demo';
import type { z } from 'zod';
import { minutesBefore } from '../../generate/days.ts';
import type { Localizable } from '../../text.ts';
import { cents, type GenerationInput } from './daily.ts';

type Crypto = Localizable<z.input<DemoGroups['dashboards']['GET /api/dashboards/crypto']['output']>>;

const SUPPLY = 19_850_000;
const CHART_MINUTES = 145;
const WATCHED_POINTS = 20;

/**
 * Price in US dollars around which each currency moves, the minutes of its wave, and where in it the wave begins, as a
 * share: some rise while others fall.
 */
const WATCHED = [
  ['Ethereum', 'ETH', 3_180, 41, 0.1],
  ['Bitcoin Cash', 'BCH', 462, 29, 0.55],
  ['XRP', 'XRP', 2.12, 53, 0.8],
  ['Litecoin', 'LTC', 104, 23, 0.35],
  ['Zcash', 'ZEC', 58, 67, 0.65],
  ['Bitcoin Gold', 'BTG', 21, 31, 0.9],
] as const;
const BITCOIN_WAVE: Wave = { minutes: 37, begin: 0 };

interface Wave {
  readonly minutes: number;
  readonly begin: number;
}

/** Prices per minute, oldest first; past prices never change. */
function walk(
  { now, random }: GenerationInput,
  name: string,
  level: number,
  minutes: number,
  digits: number,
  wave: Wave,
): number[] {
  const at = (minute: number) => minute / wave.minutes + wave.begin * 2 * Math.PI;
  const slow = (minute: number) => Math.sin(at(minute)) * 0.012 + Math.sin(at(minute) * 3.4) * 0.004;
  return Array.from({ length: minutes + 1 }, (_, index) => {
    const moment = minutesBefore(now, minutes - index);
    const share = 1 + slow(Date.parse(moment) / 60_000) + random(`${name} at ${moment}`).swing() * 0.002;
    return Number((level * share).toFixed(digits));
  });
}

/** Change from the first to the last price, in percent. */
function trendOf(prices: readonly number[]) {
  const change = ((prices.at(-1)! - prices[0]!) / prices[0]!) * 100;
  return { dir: change < 0 ? ('down' as const) : ('up' as const), amount: cents(Math.abs(change)) };
}

export function crypto(input: GenerationInput): Crypto {
  const bitcoin = walk(input, 'BTC', 67_400, CHART_MINUTES, 2, BITCOIN_WAVE);
  const amount = bitcoin.at(-1)!;
  const time = (before: number) => {
    const at = new Date(minutesBefore(input.now, before));
    return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  };
  const watchlist = WATCHED.map(([title, iso, level, minutes, begin]) => {
    const prices = walk(input, iso, level, WATCHED_POINTS - 1, level < 10 ? 4 : 2, { minutes, begin });
    return {
      title,
      iso,
      amount: prices.at(-1)!,
      trend: trendOf(prices),
      series: [
        {
          name: { en: 'Price', tr: 'Fiyat' },
          data: prices.map((y, index) => ({ x: time(WATCHED_POINTS - 1 - index), y })),
        },
      ],
    };
  });
  const price = (iso: string) => watchlist.find((item) => item.iso === iso)!.amount;
  return {
    btc: {
      amount,
      trend: trendOf(bitcoin),
      marketCap: Math.round(amount * SUPPLY),
      volume: 28_400_000_000,
      supply: SUPPLY,
      allTimeHigh: 126_198,
      price: {
        series: [
          {
            name: { en: 'Price', tr: 'Fiyat' },
            data: bitcoin.map((y, index) => ({ x: index - CHART_MINUTES, y })),
          },
        ],
      },
    },
    prices: { btc: amount, eth: price('ETH'), bch: price('BCH'), xrp: price('XRP') },
    wallets: { btc: 0.417_2, eth: 6.25, bch: 14.08, xrp: 3_200 },
    watchlist,
  };
}
