import type { ModelTest } from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { queryOfTest } from './model-tests.ts';
import { planQuery } from '../planner/query.ts';

/** Units of figures that are no numbers. */
const DAYS = new Set(['date', 'time']);
/** Stands for the tenant's reporting currency and as-of date, which a document does not know. */
const SCOPE = { tenant: '', reader: 'system', currency: 'XXX' } as const;
const AS_OF = '2000-01-01';

/** Whether the test names a figure of the model, which can be compared with a number. */
function namesFigure(compiled: CompiledModel, test: ModelTest, at: IssuePath, report: ReportIssue): boolean {
  const { dataset, measure } = test;
  const found = compiled.datasets.get(dataset);
  if (!found) {
    report([...at, 'dataset'], `There is no dataset '${dataset}'.${suggestName(dataset, compiled.datasets.keys())}`);
    return false;
  }
  const figure = found.measures.get(measure);
  if (!figure) {
    const near = suggestName(measure, found.measures.keys());
    report([...at, 'measure'], `There is no measure '${measure}' in '${dataset}'.${near}`);
    return false;
  }
  if (!DAYS.has(figure.format.unit)) return true;
  report([...at, 'measure'], `'${measure}' is a date or time. Take a measure that is a number.`);
  return false;
}

/** Checks that tests have names of their own, and name measures, dimensions and values that exist. */
export function checkTests(compiled: CompiledModel, report: ReportIssue): void {
  const { tests } = compiled.model;
  for (const [index, test] of tests.entries()) {
    const at = ['tests', index];
    if (tests.findIndex(({ name }) => name === test.name) < index)
      report([...at, 'name'], `There are two tests '${test.name}'. Rename one.`);
    if (!namesFigure(compiled, test, at, report)) continue;
    try {
      planQuery(compiled, SCOPE, queryOfTest(test), AS_OF);
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      for (const { field, message } of error.details) report([...at, ...placeOf(field)], message);
    }
  }
}

/** Where in the test an issue of its query is. */
function placeOf(field: string): IssuePath {
  const [head, , ...rest] = field.split('.');
  if (head === 'measures') return ['measure', ...rest];
  return field.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}
