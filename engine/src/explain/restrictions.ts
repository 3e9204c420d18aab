import type { CompiledModel } from '../model/compiled-model.ts';
import { masksAbout, rulesAbout } from '../planner/binding/rights.ts';
import type { ReaderOf } from '../plan/scope.ts';
import { attributesIn, factsBehind } from './visibility.ts';

/**
 * What the model's rules and masks keep from a reader in some datasets, each as a text, sorted: with equal lists, readers
 * see the same rows and columns, and with fewer of them more. Datasets that the model lacks have none.
 */
export function restrictionsOn(model: CompiledModel, datasets: readonly string[], reader: ReaderOf): string[] {
  const facts = datasets.flatMap((name) =>
    (model.datasets.get(name)?.facts ?? []).flatMap((fact) => factsBehind(model, fact)),
  );
  const found = facts.flatMap((fact) => {
    const { name } = fact.dataset;
    const rules = rulesAbout(fact, reader).map((rule) => {
      const values = attributesIn(fact, rule)
        .toSorted()
        .map((attribute) => [attribute, [...(reader.attributes[attribute] ?? [])].toSorted()]);
      return JSON.stringify(['rule', name, rule.where, values]);
    });
    const masks = masksAbout(fact, reader).flatMap(({ columns }) =>
      columns.map(({ table, column }) => JSON.stringify(['mask', name, table, column])),
    );
    return [...rules, ...masks];
  });
  return [...new Set(found)].toSorted();
}
