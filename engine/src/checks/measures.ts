import type { Measure } from '@rise/contract';
import { parseExpression } from '../expression/parse.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { pointInTime } from '../model/measures.ts';
import { measuresIn } from '../model/read-expressions.ts';
import { tooLargeWrittenOut } from '../model/written-out.ts';
import type { Expression } from '../expression/tree.ts';
import { suggestName } from '../expression/suggest-name.ts';

type Term = { measure: string; factor: number };

/** Terms of a measure, each list with its key in the measure. */
export function termsOf(measure: Measure): { part: string; terms: Term[] }[] {
  switch (measure.kind) {
    case 'combine':
      return [{ part: 'terms', terms: measure.terms }];
    case 'ratio':
      return [
        { part: 'numerator', terms: measure.numerator },
        { part: 'denominator', terms: measure.denominator },
      ];
    default:
      return [];
  }
}

/** Kinds that can be summed with factors. */
const ADDS_UP = new Set<Measure['kind']>(['sum', 'count', 'average_balance', 'combine']);

const takeOf = (measure: Measure) => ('over' in measure ? measure.over?.take : undefined);

/** A balance on one day is additive; a figure over several days is not. */
function addsUp(measure: Measure): boolean {
  const take = takeOf(measure);
  return ADDS_UP.has(measure.kind) && (take === undefined || take === 'last' || take === 'first');
}

/** A ratio divides what its parts are at each level, so distinct counts can be parts of it, too. */
const isPart = (measure: Measure, of: Measure): boolean =>
  addsUp(measure) ||
  (of.kind === 'ratio' && measure.kind === 'count_distinct' && addsUp({ ...measure, kind: 'count' }));

/** Only the first and the last of days are days, and no formula takes them. */
function checkPointsInTime(
  measure: Measure,
  byName: ReadonlyMap<string, Measure>,
  path: IssuePath,
  report: ReportIssue,
): void {
  if (pointInTime(measure) !== null && measure.kind !== 'min' && measure.kind !== 'max')
    report(
      [...path, 'format', 'unit'],
      `'${measure.name}' is of the kind ${measure.kind}; only a min or max is a ${measure.format.unit}. Take the unit of a number.`,
    );
  if (measure.kind !== 'derived') return;
  for (const name of partsOf(measure)) {
    const part = byName.get(name);
    if (part && pointInTime(part) !== null)
      report(
        [...path, 'expression'],
        `'${name}' is a ${part.format.unit}, and formulas over measures take numbers. Leave it out, or compute from its column in each row.`,
      );
  }
}

/** The formula of a measure; null if it has none that can be read. Syntax errors are reported where it is parsed. */
function formulaOf(measure: Measure | undefined): Expression | null {
  if (measure?.kind !== 'derived') return null;
  try {
    return parseExpression(measure.expression);
  } catch {
    return null;
  }
}

/** Names of the measures that a measure is computed from. */
function partsOf(measure: Measure): string[] {
  if (measure.kind !== 'derived') return termsOf(measure).flatMap((part) => part.terms.map((term) => term.measure));
  const formula = formulaOf(measure);
  return formula ? measuresIn(formula) : [];
}

/** Checks the references between the measures of a dataset. `byName` has all of them. */
export function checkMeasures(
  dataset: string,
  measures: readonly Measure[],
  byName: ReadonlyMap<string, Measure>,
  at: IssuePath,
  report: ReportIssue,
): void {
  const inCycle = (start: string): boolean => {
    const open = [start];
    const seen = new Set<string>();
    while (open.length > 0) {
      const measure = byName.get(open.pop()!);
      for (const part of measure ? partsOf(measure) : []) {
        if (part === start) return true;
        if (seen.has(part)) continue;
        seen.add(part);
        open.push(part);
      }
    }
    return false;
  };
  for (const [index, measure] of measures.entries()) {
    const path = [...at, 'measures', index];
    for (const { part, terms } of termsOf(measure)) {
      for (const [position, term] of terms.entries()) {
        const here = [...path, part, position];
        const used = byName.get(term.measure);
        if (!used) {
          report(
            [...here, 'measure'],
            `There is no measure '${term.measure}' in '${dataset}'.${suggestName(term.measure, byName.keys())}`,
          );
        } else if (!isPart(used, measure)) {
          const what =
            used.kind === 'ratio'
              ? 'a ratio'
              : takeOf(used)
                ? 'computed from several days'
                : `of the kind ${used.kind}`;
          report(
            [...here, 'measure'],
            `'${term.measure}' is ${what} and cannot be added up. Name its parts instead, or make a derived measure.`,
          );
        }
        if (!/^-?\d+(\.\d{1,6})?$/.test(String(term.factor))) {
          report([...here, 'factor'], 'Write the factor with at most six digits after the point.');
        }
      }
    }
    checkPointsInTime(measure, byName, path, report);
    const formula = formulaOf(measure);
    const large =
      formula &&
      tooLargeWrittenOut(
        formula,
        (name) => byName.get(name),
        (name) => formulaOf(byName.get(name)),
      );
    if (large !== null) report([...path, 'expression'], large);
    if (inCycle(measure.name)) report([...path, 'name'], `'${measure.name}' is defined by itself. Break the circle.`);
    const bands = measure.bands ?? [];
    for (const [position, band] of bands.entries()) {
      const before = bands[position - 1]?.from;
      if (position > 0 && (before === null || (band.from !== null && before !== undefined && band.from >= before))) {
        report(
          [...path, 'bands', position, 'from'],
          'List the bands from the highest to the lowest; only the last may be null.',
        );
      }
    }
  }
}
