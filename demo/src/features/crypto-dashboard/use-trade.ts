import { useUiContext } from '@rise/ui';
import { useState } from 'react';
import { COIN_DIGITS, coinsFor, decimalOf, parseAmount, unitsOf, USD_DIGITS, usdFor } from './exact.ts';

type Field = 'coin' | 'usd';
export type TradeError = 'notNumber' | 'tooFine' | 'tooMuch';

export interface Trade {
  /** The text of each field: as typed in one, computed in the other. */
  readonly coin: string;
  readonly usd: string;
  readonly type: (field: Field, text: string) => void;
  /** The field that was edited last, and its validation error. */
  readonly typedIn: Field;
  readonly issue: TradeError | null;
  /** In whole units; null if it cannot be computed. */
  readonly worth: { readonly coins: bigint; readonly usd: bigint } | null;
}

/**
 * An amount of a coin and its value in dollars, in two fields that update each other; `most` is the amount available to
 * sell.
 */
export function useTrade(price: number, most: number | null): Trade {
  const { locale } = useUiContext();
  const [typed, setTyped] = useState<{ field: Field; text: string }>({ field: 'coin', text: '' });
  const write = (units: bigint, digits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits, useGrouping: false }).format(
      decimalOf(units, digits) as Intl.StringNumericLiteral,
    );
  const { field, text } = typed;
  const parsed = parseAmount(text, locale, field === 'coin' ? COIN_DIGITS : USD_DIGITS);
  const worth =
    'issue' in parsed
      ? null
      : field === 'coin'
        ? { coins: parsed.units, usd: usdFor(parsed.units, price) }
        : { coins: coinsFor(parsed.units, price), usd: parsed.units };
  const tooMuch = worth !== null && most !== null && worth.coins > unitsOf(most, COIN_DIGITS);
  const issue = text.trim() === '' ? null : 'issue' in parsed ? parsed.issue : tooMuch ? 'tooMuch' : null;
  const other = worth === null ? '' : field === 'coin' ? write(worth.usd, USD_DIGITS) : write(worth.coins, COIN_DIGITS);
  return {
    coin: field === 'coin' ? text : other,
    usd: field === 'usd' ? text : other,
    type: (field, text) => setTyped({ field, text }),
    typedIn: field,
    issue,
    worth: issue === null ? worth : null,
  };
}
