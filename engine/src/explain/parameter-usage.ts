import { walk } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { expressionsBehind } from './lineage.ts';

/** Where a parameter is used: members by dataset, and rules. */
export interface ParameterUsage {
  measures: { dataset: string; name: string }[];
  dimensions: { dataset: string; name: string }[];
  rules: { dataset: string; name: string }[];
}

const parametersIn = (expressions: readonly Expression[]): Set<string> => {
  const names = new Set<string>();
  for (const expression of expressions)
    walk(expression, (part) => {
      if (part.kind === 'parameter') names.add(part.name);
    });
  return names;
};

/** Where each parameter of a model is used, also through other measures and derived datasets. */
export function parameterUsage(model: CompiledModel): Map<string, ParameterUsage> {
  const usage = new Map<string, ParameterUsage>(
    model.model.parameters.map(({ name }) => [name, { measures: [], dimensions: [], rules: [] }]),
  );
  const add = (kind: keyof ParameterUsage, dataset: string, name: string, expressions: readonly Expression[]) => {
    for (const parameter of parametersIn(expressions)) usage.get(parameter)?.[kind].push({ dataset, name });
  };
  const explained = { model, scope: { tenant: '', reader: 'system' as const } };
  for (const [dataset, from] of model.datasets) {
    for (const measure of from.measures.values())
      add('measures', dataset, measure.name, expressionsBehind(from, [measure], explained));
    for (const name of from.dimensions.keys())
      add(
        'dimensions',
        dataset,
        name,
        from.facts.flatMap(({ expressions }) => expressions.values.get(name) ?? []),
      );
    // A combined dataset has those of its parts.
    const own = from.facts.filter((fact) => fact.dataset.name === dataset);
    for (const [name, rule] of own.flatMap(({ expressions }) => [...expressions.rules]))
      add('rules', dataset, name, [rule]);
  }
  return usage;
}
