import type { Model, ReportDocument, Tile } from '@rise/contract';
import type { ProblemPath } from './parse-yaml.ts';
import { combine } from './combine.ts';
import { suggestName } from './suggest-name.ts';

function measuresOf(tile: Tile): { path: ProblemPath; name: string }[] {
  const each = (key: string, names: string[]) => names.map((name, index) => ({ path: [key, index], name }));
  switch (tile.kind) {
    case 'kpis':
    case 'table':
      return each('measures', tile.measures);
    case 'classification':
      return [{ path: ['measure'], name: tile.measure }];
    case 'mix':
      return [{ path: ['whole'], name: tile.whole }, ...each('parts', tile.parts)];
    case 'ranking':
    case 'distribution':
      return [];
  }
}

/** The names that a dataset answers to. */
function fieldsOf(model: Model, name: string): { dimensions: string[]; measures: string[] } | null {
  const dataset = model.datasets.find((each) => each.name === name);
  const names = (fields: readonly { name: string }[]) => fields.map((field) => field.name);
  if (dataset) return { dimensions: names(dataset.dimensions), measures: names(dataset.measures) };
  const combined = model.combined.find((each) => each.name === name);
  if (!combined) return null;
  const { dimensions, measures } = combine(model, combined, () => undefined);
  return { dimensions: [...dimensions.keys()], measures: [...measures.keys()] };
}

/** Checks that a report names only what the model has. */
export function checkReport(
  report: ReportDocument,
  model: Model,
  problem: (path: ProblemPath, message: string) => void,
): void {
  const dataset = fieldsOf(model, report.dataset);
  if (!dataset) {
    const known = [...model.datasets, ...model.combined].map((each) => each.name);
    problem(['dataset'], `There is no dataset '${report.dataset}'.${suggestName(report.dataset, known)}`);
    return;
  }
  const need = (kind: 'dimensions' | 'measures', name: string, path: ProblemPath) => {
    const known = dataset[kind];
    if (known.includes(name)) return;
    problem(path, `There is no ${kind.slice(0, -1)} '${name}' in '${report.dataset}'.${suggestName(name, known)}`);
  };
  need('dimensions', report.subject.key, ['subject', 'key']);
  need('dimensions', report.subject.title, ['subject', 'title']);
  need('measures', report.subject.size, ['subject', 'size']);
  if (report.subject.count !== undefined) need('measures', report.subject.count, ['subject', 'count']);
  for (const [index, name] of report.subject.details.entries()) need('dimensions', name, ['subject', 'details', index]);
  for (const [index, name] of report.filters.entries()) need('dimensions', name, ['filters', index]);
  for (const [index, name] of report.measures.entries()) need('measures', name, ['measures', index]);
  const ids = new Set<string>();
  for (const [index, tile] of report.tiles.entries()) {
    if (ids.has(tile.id)) problem(['tiles', index, 'id'], `Two tiles have the id '${tile.id}'. Rename one.`);
    ids.add(tile.id);
    for (const { path, name } of measuresOf(tile)) need('measures', name, ['tiles', index, ...path]);
    if (tile.kind === 'table') need('dimensions', tile.dimension, ['tiles', index, 'dimension']);
  }
}
