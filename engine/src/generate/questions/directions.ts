import { fold, type LocalizedText } from '@rise/contract';
import { sql } from 'kysely';
import { nameFrom } from '../titles.ts';
import type { RunningBalance } from './balances.ts';
import { columnIn, dialectOf, measureMember, quoteText, referTo, rowsOf, selectRows } from './context.ts';
import type { OpenQuestion, QuestionContext } from './context.ts';

/** Values of a column that say whether an amount comes in or goes out. */
interface Direction {
  readonly column: string;
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  /** Share of the rows for which the balance confirms it; null where only the words say so. */
  readonly confirmed: number | null;
}

const words = (list: string) => new Set(list.split(' '));
const INCOMING = words('c cr credit in incoming deposit prijem giris alacak +');
const OUTGOING = words('d dr dt debit out outgoing withdrawal vydaj vyber cikis borc -');
const MOST_VALUES = 6;
const CONFIRMED = 0.9;

/** Columns with a few values. */
const flagsOf = ({ table }: QuestionContext): string[] =>
  table.columns
    .filter(({ type, distinct }) => type === 'string' && distinct >= 2 && distinct <= MOST_VALUES)
    .map(({ name }) => name);

/** Values whose rows raise or lower the balance by the amount. */
async function confirmByBalance(context: QuestionContext, running: RunningBalance): Promise<Direction | null> {
  const { tables, table, day } = context;
  const dialect = dialectOf(context);
  const key = tables.keys.get(table.name);
  const order = [day!.name, ...(key === undefined ? [] : [key])].map((name) => columnIn(context, name));
  const window = sql`PARTITION BY ${columnIn(context, running.holder)} ORDER BY ${sql.join(order)}`;
  const balance = dialect.toDouble(columnIn(context, running.balance));
  const amount = dialect.toDouble(columnIn(context, running.amount));
  const steps = (flag: string) => sql`FROM (SELECT ${dialect.next(columnIn(context, flag), window)} AS "flag",
    ${dialect.next(balance, window)} - ${balance} AS "change", ${dialect.next(amount, window)} AS "amount"
    ${rowsOf(context)}) AS "steps" WHERE "flag" IS NOT NULL AND "change" IS NOT NULL GROUP BY "flag"`;
  const count = (sign: string) =>
    sql`SUM(CASE WHEN ABS("change" ${sql.raw(sign)} "amount") < 0.005 AND "change" <> 0 THEN 1 ELSE 0 END)`;
  for (const column of flagsOf(context)) {
    const rows = await selectRows(context, [sql.id('flag'), count('-'), count('+')], steps(column));
    const values = rows.map(([flag, up, down]) => ({ flag: flag!, up: Number(up), down: Number(down) }));
    const clear = values.filter(({ up, down }) => up + down > 0 && Math.max(up, down) / (up + down) >= CONFIRMED);
    const incoming = clear.filter(({ up, down }) => up > down).map(({ flag }) => flag);
    const outgoing = clear.filter(({ up, down }) => down > up).map(({ flag }) => flag);
    if (clear.length < values.length || incoming.length === 0 || outgoing.length === 0) continue;
    const total = values.reduce((sum, { up, down }) => sum + up + down, 0);
    const agreeing = values.reduce((sum, { up, down }) => sum + Math.max(up, down), 0);
    return { column, incoming: incoming.toSorted(), outgoing: outgoing.toSorted(), confirmed: agreeing / total };
  }
  return null;
}

/** Values that are words for directions. */
async function readByWords(context: QuestionContext): Promise<Direction | null> {
  for (const column of flagsOf(context)) {
    const value = columnIn(context, column);
    const rows = await selectRows(context, [value], sql`${rowsOf(context)} AND ${value} IS NOT NULL GROUP BY ${value}`);
    const values = rows.map(([flag]) => flag!);
    const within = (known: ReadonlySet<string>) => values.filter((flag) => known.has(fold(flag.trim()))).toSorted();
    const [incoming, outgoing] = [within(INCOMING), within(OUTGOING)];
    if (incoming.length > 0 && outgoing.length > 0 && incoming.length + outgoing.length === values.length)
      return { column, incoming, outgoing, confirmed: null };
  }
  return null;
}

const suffixed = ({ en, tr }: LocalizedText, [more, daha]: readonly [string, string]): LocalizedText => ({
  en: `${en}, ${more}`,
  tr: `${tr ?? en}, ${daha}`,
});

/** Amounts without a sign, whose direction another column says. */
export async function askDirection(
  context: QuestionContext,
  running: RunningBalance | null,
): Promise<OpenQuestion | null> {
  const { table, guesses, titleOf } = context;
  const isSum = (name: string) => {
    const guess = guesses.get(name);
    return guess?.as === 'measure' && guess.kind === 'sum' && guess.format.unit === 'currency';
  };
  const unsigned = table.columns.filter(({ name, least }) => isSum(name) && Number(least) >= 0);
  const amount = running ? unsigned.find(({ name }) => name === running.amount) : unsigned[0];
  if (!amount || amount.name === running?.balance) return null;
  const direction = (running && (await confirmByBalance(context, running))) ?? (await readByWords(context));
  if (!direction) return null;
  const { incoming, outgoing } = direction;
  const { name: column } = amount;
  const among = (values: readonly string[]) => `${referTo(direction.column)} IN (${values.map(quoteText).join(', ')})`;
  const one = (values: readonly string[], sign = '') => `WHEN ${among(values)} THEN ${sign}${referTo(column)}`;
  return {
    kind: 'direction',
    column,
    replaces: true,
    evidence: {
      by: direction.column,
      incoming: [...incoming],
      outgoing: [...outgoing],
      ...(direction.confirmed !== null && { confirmed: direction.confirmed }),
    },
    recommended: 'signed',
    answers({ free }) {
      const base = { column, kind: 'sum' } as const;
      const name = free(nameFrom(column));
      const title = titleOf(column);
      const plain = measureMember(context, { ...base, name });
      const flow = (part: string, values: readonly string[], texts: readonly [string, string]) =>
        measureMember(context, {
          ...base,
          name: free(`${name}_${part}`),
          title: suffixed(title, texts),
          where: among(values),
        });
      const net = `CASE ${one(incoming)} ${one(outgoing, '-')} END`;
      return [
        {
          id: 'signed',
          members: [
            measureMember(context, {
              ...base,
              name: free(`${name}_net`),
              title: suffixed(title, ['net', 'net']),
              expression: net,
            }),
            flow('in', incoming, ['in', 'giren']),
            flow('out', outgoing, ['out', 'çıkan']),
          ],
        },
        { id: 'unsigned', members: [plain] },
      ];
    },
  };
}
