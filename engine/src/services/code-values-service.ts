import { MAX_CODE_VALUES, planCodeValues } from '../planner/code-values.ts';
import type { CodeValuesRequest } from '../planner/code-values.ts';
import { rowsOfBody } from '../results/result-body.ts';
import type { QueryContext } from '../requests/query-request.ts';
import type { CatalogService } from './catalog-service.ts';
import { resultKey } from './query-planner.ts';
import type { QueryRunner } from './query-runner.ts';
import { hasColumnsOf } from './unmapped-service.ts';

/** A code in the data: null for rows without one. */
export interface CodeValue {
  code: string | null;
  rows: number;
  /** Its part of the measure, an exact decimal where the measure is; null where it has none. */
  amount: string | null;
  /** Days, 'YYYY-MM-DD'; null where the dataset has none. */
  first: string | null;
  last: string | null;
}

export interface CodeValues {
  values: CodeValue[];
  /** True if there are more. */
  truncated: boolean;
}

/** Lists the codes of a version, mapped or not. */
export class CodeValuesService {
  readonly #runner: QueryRunner;
  readonly #catalogs: CatalogService;

  constructor({ runner, catalogs }: { runner: QueryRunner; catalogs: CatalogService }) {
    this.#runner = runner;
    this.#catalogs = catalogs;
  }

  /**
   * The codes of a field that the reader may see, most frequent first; one list for each column that it reads codes from,
   * and none for columns that the version lacks. At most `MAX_CODE_VALUES` for each.
   */
  async list({ field, ...context }: QueryContext & { field: Omit<CodeValuesRequest, 'asOf'> }): Promise<CodeValues[]> {
    const { model, version, scope } = context;
    const catalog = await this.#catalogs.read(version);
    const lists: CodeValues[] = [];
    for (const plan of planCodeValues(model, scope, { ...field, asOf: version.asOf })) {
      if (!plan.facts.every((fact) => hasColumnsOf(catalog, fact))) continue;
      const { body, truncated } = await this.#runner.cachedBody(context, resultKey(context, plan), plan);
      const hasAmount = plan.columns.some(({ role }) => role === 'measure');
      const hasDays = plan.columns.length - Number(hasAmount) > 2;
      const values = rowsOfBody(body).map(([code, rows, ...rest]): CodeValue => {
        const [first, last] = hasDays ? rest : [null, null];
        const amount = hasAmount ? rest.at(-1) : null;
        return {
          code: textOrNull(code),
          rows: Number(rows),
          amount: textOrNull(amount),
          first: dayOf(first),
          last: dayOf(last),
        };
      });
      lists.push({ values, truncated: truncated || values.length >= MAX_CODE_VALUES });
    }
    return lists;
  }
}

const textOrNull = (cell: unknown): string | null => (cell === null || cell === undefined ? null : String(cell));
const dayOf = (cell: unknown): string | null => textOrNull(cell)?.slice(0, 10) ?? null;
