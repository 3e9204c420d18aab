import type { Dataset, Rollup } from '@rise/contract';
import { planRollup } from '../rollups/plan-rollup.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';

function checkNames(dataset: Dataset, { dimensions, measures }: Rollup, at: IssuePath, report: ReportIssue): void {
  const seen = new Set<string>();
  const known = new Map(dataset.dimensions.map((dimension) => [dimension.name, dimension]));
  for (const [index, request] of dimensions.entries()) {
    const plain = typeof request === 'string';
    const name = plain ? request : request.field;
    const path = plain ? [...at, 'dimensions', index] : [...at, 'dimensions', index, 'field'];
    const text = JSON.stringify(request);
    if (seen.has(text)) report(path, `'${name}' is listed twice. Leave one out.`);
    seen.add(text);
    const dimension = known.get(name);
    const grain = [...at, 'dimensions', index, 'grain'];
    if (!dimension) {
      report(path, `There is no dimension '${name}' in '${dataset.name}'.${suggestName(name, known.keys())}`);
    } else if (!plain && dimension.type !== 'date' && dimension.type !== 'timestamp') {
      report(grain, `'${name}' is not a date and has no periods. Leave the grain out.`);
    } else if (!plain && dimension.type === 'date' && request.grain === 'hour') {
      report(grain, `'${name}' has days and no hours. Take 'day' or longer.`);
    }
  }
  const names = dataset.measures.map((measure) => measure.name);
  for (const [index, name] of measures.entries()) {
    const path = [...at, 'measures', index];
    if (!names.includes(name))
      report(path, `There is no measure '${name}' in '${dataset.name}'.${suggestName(name, names)}`);
    else if (measures.indexOf(name) < index) report(path, `'${name}' is listed twice. Leave one out.`);
  }
}

/** Checks that rollups refer to existing fields, and only to measures that can be computed exactly from parts. */
export function checkRollups(model: CompiledModel, report: ReportIssue): void {
  const scope = { tenant: '' };
  for (const [place, dataset] of model.model.datasets.entries()) {
    for (const [index, rollup] of dataset.rollups.entries()) {
      const at = ['datasets', place, 'rollups', index];
      if (dataset.rollups.findIndex(({ name }) => name === rollup.name) < index)
        report([...at, 'name'], `There are two rollups '${rollup.name}' in '${dataset.name}'. Rename one.`);
      let sound = true;
      checkNames(dataset, rollup, at, (path, message) => {
        sound = false;
        report(path, message);
      });
      if (!sound) continue;
      planRollup(model, scope, { dataset: dataset.name, rollup }, (path, message) => report([...at, ...path], message));
    }
  }
}
