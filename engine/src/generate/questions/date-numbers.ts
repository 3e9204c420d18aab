import { sql } from 'kysely';
import type { Sql } from '../../dialects/dialect.ts';
import type { ColumnProfile } from '../profile.ts';
import { nameFrom, titleOf } from '../titles.ts';
import { columnIn, dialectOf, dimensionMember, referTo, rowsOf, selectRows } from './context.ts';
import type { OpenQuestion, QuestionContext } from './context.ts';

/** Share of the values that have to be days. */
const ENOUGH = 0.99;
/** Two-digit years up to this one are of this century. */
const CENTURY = 30;

interface Format {
  readonly id: string;
  readonly digits: number;
  /** Digits of the year. */
  readonly year: 2 | 4;
  readonly hasDay: boolean;
  /** Women's months are 50 higher. */
  readonly hasSex: boolean;
}

const FORMATS: readonly Format[] = [
  { id: 'yyyymmdd', digits: 8, year: 4, hasDay: true, hasSex: false },
  { id: 'yymmdd', digits: 6, year: 2, hasDay: true, hasSex: false },
  { id: 'birth_number', digits: 6, year: 2, hasDay: true, hasSex: true },
  { id: 'yyyymm', digits: 6, year: 4, hasDay: false, hasSex: false },
];

const mayBe = ({ least, greatest }: ColumnProfile, { digits }: Format): boolean =>
  [least, greatest].every((end) => end !== null && /^\d+$/.test(end) && end.length === digits);

/** Share of the values that are days of a format. */
function shareOf(context: QuestionContext, { name }: ColumnProfile, { digits, year, hasDay, hasSex }: Format): Sql {
  const dialect = dialectOf(context);
  const text = dialect.cast(columnIn(context, name), 'string');
  const part = (from: number, length: number) =>
    dialect.convert(sql`SUBSTRING(${text}, ${sql.lit(from)}, ${sql.lit(length)})`, 'integer');
  const [month, day] = [part(year + 1, 2), part(year + 3, 2)];
  const months = hasSex
    ? sql`(${month} BETWEEN 1 AND 12 OR ${month} BETWEEN 51 AND 62)`
    : sql`${month} BETWEEN 1 AND 12`;
  const days = hasDay ? sql` AND ${day} BETWEEN 1 AND 31` : sql.raw('');
  const years = year === 4 ? sql` AND ${part(1, 4)} BETWEEN 1900 AND 2100` : sql.raw('');
  const fits = sql`LENGTH(${text}) = ${sql.lit(digits)} AND ${months}${days}${years}`;
  return sql`AVG(CASE WHEN ${columnIn(context, name)} IS NULL THEN NULL WHEN ${fits} THEN 1.0 ELSE 0.0 END)`;
}

/** Whole numbers and texts of digits that are days. */
export async function askDateNumbers(context: QuestionContext): Promise<OpenQuestion[]> {
  const { table, guesses } = context;
  const tried = table.columns.flatMap((column) => {
    const { name, type, distinct } = column;
    const isOpen = guesses.get(name)?.as !== 'nothing' && (type === 'integer' || type === 'string') && distinct > 1;
    return isOpen ? FORMATS.filter((format) => mayBe(column, format)).map((format) => ({ column, format })) : [];
  });
  if (tried.length === 0) return [];
  const shares = tried.map(({ column, format }) => shareOf(context, column, format));
  const [row = []] = await selectRows(context, shares, rowsOf(context));
  const questions = new Map<string, OpenQuestion>();
  for (const [place, { column, format }] of tried.entries()) {
    const share = Number(row[place] ?? 0);
    // The first format that fits: the later ones admit more.
    if (share >= ENOUGH && !questions.has(column.name))
      questions.set(column.name, toQuestion(context, column, format, share));
  }
  return [...questions.values()];
}

function toQuestion(
  context: QuestionContext,
  { name: column, least, greatest }: ColumnProfile,
  format: Format,
  share: number,
): OpenQuestion {
  return {
    kind: 'date_number',
    column,
    replaces: true,
    evidence: { format: format.id, share, least: String(least), greatest: String(greatest) },
    recommended: 'date',
    answers({ free }) {
      const name = free(nameFrom(column));
      const date = dimensionMember(context, { column, name, type: 'date', expression: dateExpression(column, format) });
      const sex = dimensionMember(context, {
        column,
        name: free(`${name}_sex`),
        type: 'string',
        title: { en: `${titleOf(column).en}: sex`, tr: `${titleOf(column).tr ?? titleOf(column).en}: cinsiyet` },
        expression: `CASE WHEN ${monthOf(column)} > 50 THEN 'F' ELSE 'M' END`,
      });
      return [
        { id: 'date', members: format.hasSex ? [date, sex] : [date] },
        { id: 'number', members: [dimensionMember(context, { column, name })] },
      ];
    },
  };
}

const textOf = (column: string) => `CAST(${referTo(column)} AS string)`;
const monthOf = (column: string) => `CAST(SUBSTRING(${textOf(column)}, 3, 2) AS integer)`;

function dateExpression(column: string, { year, hasDay, hasSex }: Format): string {
  const text = textOf(column);
  const part = (from: number, length: number) => `SUBSTRING(${text}, ${from}, ${length})`;
  const years =
    year === 4
      ? part(1, 4)
      : `CASE WHEN CAST(${part(1, 2)} AS integer) <= ${CENTURY} THEN '20' ELSE '19' END || ${part(1, 2)}`;
  const month = monthOf(column);
  const months = hasSex
    ? `SUBSTRING(CAST(100 + CASE WHEN ${month} > 50 THEN ${month} - 50 ELSE ${month} END AS string), 2, 2)`
    : part(year + 1, 2);
  return `CAST(${years} || '-' || ${months} || '-' || ${hasDay ? part(year + 3, 2) : `'01'`} AS date)`;
}
