import type { FigureFormat } from '@rise/ui';
import type { CallResult } from '../../client/client.ts';

export type Crypto = CallResult<'GET /api/dashboards/crypto'>;
export const COINS = ['btc', 'eth', 'bch', 'xrp'] as const;

export const USD: FigureFormat = { unit: 'currency', decimals: 2 };
export const PERCENT: FigureFormat = { unit: 'percent', decimals: 2 };

/** Prices in US dollars; small ones have more decimals. */
export const priceFormat = (price: number): FigureFormat => ({ unit: 'currency', decimals: price < 10 ? 4 : 2 });

/** A change as a fraction with its sign. */
export const changeOf = ({ dir, amount }: Crypto['btc']['trend']): number => ((dir === 'down' ? -1 : 1) * amount) / 100;
