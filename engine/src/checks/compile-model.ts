import type { Model } from '@rise/contract';
import { ModelError } from '../errors.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { indexModel } from '../model/compiled-model.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { checkMixedCurrencies } from './currencies.ts';
import { checkDerivedRows } from './derived-datasets.ts';
import { checkModel } from './model.ts';
import { checkRollups } from './rollups.ts';
import { checkTests } from './tests.ts';

/** Checks a model and indexes the valid parts; `report` receives every issue. */
export function indexChecked(model: Model, report: ReportIssue): CompiledModel | null {
  let whole = true;
  const noted = (path: IssuePath, message: string) => {
    whole = false;
    report(path, message);
  };
  checkModel(model, noted);
  if (!whole) return null;
  const compiled = indexModel(model);
  checkMixedCurrencies(compiled, noted);
  checkDerivedRows(compiled, noted);
  checkRollups(compiled, noted);
  checkTests(compiled, noted);
  return whole ? compiled : null;
}

/** Checks and indexes a model, for example one read back from a database. Throws `ModelError`. */
export function compileModel(model: Model): CompiledModel {
  const issues: ModelError['issues'] = [];
  const compiled = indexChecked(model, (path, message) =>
    issues.push({ file: model.name, line: null, column: null, path: path.map(String).join('.'), message }),
  );
  if (!compiled) throw new ModelError(issues);
  return compiled;
}
