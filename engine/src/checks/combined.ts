import type { CombinedDataset, Model } from '@rise/contract';
import { checkClasses } from './classes.ts';
import { checkHierarchies } from './hierarchies.ts';
import { checkMeasures, termsOf } from './measures.ts';
import { combine } from '../model/combine.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';

/** Why a measure cannot be annualized. */
export const DAY_NEEDED =
  'The months of an income follow from asOf. Name the column of the day there, or leave annualise out.';

/** Names of the datasets that have the sums and counts a measure is computed from. */
function factsBehind(
  terms: readonly { measure: string }[],
  { facts, measures }: Pick<ReturnType<typeof combine>, 'facts' | 'measures'>,
): Set<string> {
  const result = new Set<string>();
  const seen = new Set<string>();
  const open = terms.map(({ measure }) => measure);
  while (open.length > 0) {
    const name = open.pop()!;
    if (seen.has(name)) continue;
    seen.add(name);
    for (const { dataset, names } of facts) if (names.includes(name)) result.add(dataset.name);
    const measure = measures.get(name);
    if (measure) open.push(...termsOf(measure).flatMap((part) => part.terms.map((term) => term.measure)));
  }
  return result;
}

/** Checks a combined dataset: its facts exist, have the shared dimensions, and their names are unique. */
export function checkCombined(model: Model, combined: CombinedDataset, at: IssuePath, report: ReportIssue): void {
  const known = model.datasets.map(({ name }) => name);
  for (const [index, name] of combined.facts.entries()) {
    if (!known.includes(name))
      report([...at, 'facts', index], `There is no dataset '${name}'.${suggestName(name, known)}`);
    if (combined.facts.indexOf(name) < index)
      report([...at, 'facts', index], `'${name}' is listed twice. Leave one out.`);
  }
  const combination = combine(model, combined, report, at);
  const seen = new Set<string>();
  const names: [IssuePath, string][] = [
    ...combined.shared.map((item, index): [IssuePath, string] => [
      ['shared', index],
      typeof item === 'string' ? item : item.name,
    ]),
    ...combined.measures.map(({ name }, index): [IssuePath, string] => [['measures', index, 'name'], name]),
    ...combination.facts.flatMap(({ names: all }, index) =>
      all.map((name): [IssuePath, string] => [['facts', index], name]),
    ),
  ];
  for (const [path, name] of names) {
    if (seen.has(name)) report([...at, ...path], `The name '${name}' is used twice in '${combined.name}'. Rename one.`);
    seen.add(name);
  }
  checkHierarchies(
    combined,
    combined.shared.map((item) => (typeof item === 'string' ? item : item.name)),
    at,
    report,
  );
  checkMeasures(combined.name, combined.measures, combination.measures, at, report);
  checkClasses(combined.name, combined.measures, combination.dimensions, at, report);
  for (const [index, measure] of combined.measures.entries()) {
    if (measure.kind !== 'ratio' || !measure.annualise) continue;
    const behind = factsBehind(measure.numerator, combination);
    if (model.datasets.some(({ name, asOf }) => behind.has(name) && !asOf))
      report([...at, 'measures', index, 'annualise'], DAY_NEEDED);
    if (behind.size > 1)
      report(
        [...at, 'measures', index, 'annualise'],
        'The months of an income are those of one fact. Take the numerator from one of them, or leave annualise out.',
      );
  }
}
