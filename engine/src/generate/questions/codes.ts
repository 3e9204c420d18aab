import { sql } from 'kysely';
import { tuplesOf } from '../profile.ts';
import { nameFrom, titleOf } from '../titles.ts';
import { columnIn, dimensionMember, rowsOf, selectRows } from './context.ts';
import type { OpenQuestion, QuestionContext } from './context.ts';
import { isCalledIdentifier } from '../../profiles/column-words.ts';

/** A column of codes has at most so many values, each in many rows. */
const MOST_CODES = 50;
const ROWS_A_CODE = 5;
/** Values that are shown. */
const SHOWN = 6;
/** Texts that are codes rather than names: without lower-case letters, or of a few characters. */
const CODE = /^(?:[^\p{Ll}]{1,24}|.{1,3})$/u;

/** Texts of a few values, which a mapping can label. */
export async function askCodes(context: QuestionContext): Promise<OpenQuestion[]> {
  const { table, tables, guesses } = context;
  const linked = new Set((tables.joins.get(table.name) ?? []).map(({ column }) => column));
  const coded = table.columns.filter(
    ({ name, type, distinct, filled }) =>
      type === 'string' &&
      guesses.get(name)?.as === 'dimension' &&
      !linked.has(name) &&
      distinct >= 2 &&
      distinct <= MOST_CODES &&
      filled >= distinct * ROWS_A_CODE,
  );
  const questions: OpenQuestion[] = [];
  for (const { name: column, distinct, filled } of coded) {
    const value = columnIn(context, column);
    const source = sql`${rowsOf(context)} AND ${value} IS NOT NULL GROUP BY ${value} ORDER BY COUNT(*) DESC, ${value}`;
    const rows = await selectRows(context, [value, sql`COUNT(*)`], source);
    const values = rows.map(([code, count]) => ({ code: code!, count: Number(count) }));
    const isBlank = ({ code }: { code: string }) => code.trim() === '';
    const filledIn = values.filter((one) => !isBlank(one));
    const codes = filledIn.filter(({ code }) => CODE.test(code.trim()));
    questions.push({
      kind: 'codes',
      column,
      replaces: true,
      evidence: {
        distinct,
        values: filledIn.slice(0, SHOWN).map(({ code, count }) => `${code} (${count})`),
        more: Math.max(0, filledIn.length - SHOWN),
        missing: table.rows - filled,
        blank: values.filter(isBlank).reduce((sum, { count }) => sum + count, 0),
      },
      recommended: codes.length >= filledIn.length * 0.8 ? 'mapping' : 'text',
      answers({ free }) {
        const base = { column, name: free(nameFrom(column)) };
        const mapping = nameFrom(`${table.name}_${column}`);
        const title = { en: `${titleOf(table.name).en}: ${titleOf(column).en.toLowerCase()}` };
        return [
          {
            id: 'mapping',
            members: [
              dimensionMember(context, { ...base, mapping }),
              { list: 'mappings', member: { name: mapping, title } },
            ],
          },
          { id: 'text', members: [dimensionMember(context, base)] },
        ];
      },
    });
  }
  return questions;
}

/** Pairs of columns that are compared. */
const MOST_PAIRS = 15;
const MOST_MEMBERS = 1000;

/** Columns each value of which belongs to one value of another column. */
export async function askHierarchies(context: QuestionContext): Promise<OpenQuestion[]> {
  const { warehouse, tenant, table, guesses, titleOf: titleIn } = context;
  const levels = table.columns.filter(
    ({ name, type, distinct, filled }) =>
      !isCalledIdentifier(name) &&
      (type === 'string' || type === 'integer') &&
      guesses.get(name)?.as === 'dimension' &&
      filled === table.rows &&
      distinct >= 2 &&
      distinct <= MOST_MEMBERS &&
      distinct * ROWS_A_CODE <= table.rows,
  );
  const pairs = levels
    .flatMap((fine) => levels.filter((broad) => broad.distinct * 2 <= fine.distinct).map((broad) => ({ fine, broad })))
    .toSorted((one, two) => likeness(two) - likeness(one))
    .slice(0, MOST_PAIRS);
  const questions: OpenQuestion[] = [];
  for (const { fine, broad } of pairs) {
    if (questions.some(({ column }) => column === fine.name)) continue;
    const together = await tuplesOf(warehouse, tenant, { table: table.name, columns: [fine.name, broad.name] });
    if (together !== fine.distinct) continue;
    questions.push({
      kind: 'hierarchy',
      column: fine.name,
      replaces: false,
      evidence: { broad: broad.name, members: fine.distinct, groups: broad.distinct },
      recommended: 'hierarchy',
      answers({ dimensionOf, free }) {
        const member = {
          name: free(nameFrom(`${broad.name}_levels`)),
          title: titleIn(broad.name),
          levels: [dimensionOf(broad.name), dimensionOf(fine.name)],
        };
        return [
          { id: 'hierarchy', members: [{ list: 'hierarchies', member }] },
          { id: 'none', members: [] },
        ];
      },
    });
  }
  return questions;
}

/** Pairs whose names resemble each other come first: sub_grade and grade. */
const likeness = ({ fine, broad }: { fine: { name: string }; broad: { name: string } }): number =>
  fine.name.toLowerCase().includes(broad.name.toLowerCase()) ? 1 : 0;
