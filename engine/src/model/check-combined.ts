import type { CombinedDataset, Model } from '@rise/contract';
import { checkHierarchies } from './check-hierarchies.ts';
import { checkMeasures, termsOf } from './check-measures.ts';
import { combine } from './combine.ts';
import type { ProblemPath } from './parse-yaml.ts';
import { suggestName } from './suggest-name.ts';

type Report = (path: ProblemPath, message: string) => void;

/** Why a measure cannot be annualised. */
export const DAY_NEEDED =
  'The months of an income follow from asOf. Name the column of the day there, or leave annualise out.';

/** The dataset of rows of every sum and count that a measure is made of. */
function factsBehind(
  terms: readonly { measure: string }[],
  { facts, measures }: Pick<ReturnType<typeof combine>, 'facts' | 'measures'>,
): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const open = terms.map(({ measure }) => measure);
  while (open.length > 0) {
    const name = open.pop()!;
    if (seen.has(name)) continue;
    seen.add(name);
    for (const { dataset, names } of facts) if (names.includes(name)) found.add(dataset.name);
    const measure = measures.get(name);
    if (measure) open.push(...termsOf(measure).flatMap((part) => part.terms.map((term) => term.measure)));
  }
  return found;
}

/** Checks a dataset made of others: that its facts are there, share what it says, and are called by one name each. */
export function checkCombined(model: Model, combined: CombinedDataset, at: ProblemPath, report: Report): void {
  const known = model.datasets.map(({ name }) => name);
  for (const [index, name] of combined.facts.entries()) {
    if (!known.includes(name))
      report([...at, 'facts', index], `There is no dataset '${name}'.${suggestName(name, known)}`);
    if (combined.facts.indexOf(name) < index)
      report([...at, 'facts', index], `'${name}' is listed twice. Leave one out.`);
  }
  const combination = combine(model, combined, report, at);
  const seen = new Set<string>();
  const names: [ProblemPath, string][] = [
    ...combined.shared.map((each, index): [ProblemPath, string] => [
      ['shared', index],
      typeof each === 'string' ? each : each.name,
    ]),
    ...combined.measures.map(({ name }, index): [ProblemPath, string] => [['measures', index, 'name'], name]),
    ...combination.facts.flatMap(({ names: all }, index) =>
      all.map((name): [ProblemPath, string] => [['facts', index], name]),
    ),
  ];
  for (const [path, name] of names) {
    if (seen.has(name)) report([...at, ...path], `The name '${name}' is used twice in '${combined.name}'. Rename one.`);
    seen.add(name);
  }
  checkHierarchies(
    combined,
    combined.shared.map((each) => (typeof each === 'string' ? each : each.name)),
    at,
    report,
  );
  checkMeasures(combined.name, combined.measures, combination.measures, at, report);
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
