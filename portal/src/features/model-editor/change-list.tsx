import type { ModelChange } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import classes from './model-editor.module.css';

const CHANGES = {
  added: 'modelEditor.changes.added',
  changed: 'modelEditor.changes.changed',
  removed: 'modelEditor.changes.removed',
} as const satisfies Record<ModelChange['change'], string>;

const KINDS = {
  model: 'modelEditor.changes.kinds.model',
  parameter: 'modelEditor.changes.kinds.parameter',
  mapping: 'modelEditor.changes.kinds.mapping',
  dataset: 'modelEditor.changes.kinds.dataset',
  combined: 'modelEditor.changes.kinds.combined',
  dimension: 'modelEditor.changes.kinds.dimension',
  hierarchy: 'modelEditor.changes.kinds.hierarchy',
  measure: 'modelEditor.changes.kinds.measure',
  rule: 'modelEditor.changes.kinds.rule',
  mask: 'modelEditor.changes.kinds.mask',
  rollup: 'modelEditor.changes.kinds.rollup',
  test: 'modelEditor.changes.kinds.test',
} as const satisfies Record<ModelChange['kind'], string>;

const MOST = 200;

/** The members that differ between two models, and in which fields. */
export function ChangeList({ changes }: { changes: readonly ModelChange[] }) {
  const { t } = useTranslation();
  if (changes.length === 0) return <p className={classes.hint}>{t('modelEditor.changes.none')}</p>;
  return (
    <>
      <ul className={classes.changes}>
        {changes.slice(0, MOST).map(({ change, kind, dataset, name, before, after }) => (
          <li key={`${kind} ${dataset} ${name}`} data-change={change}>
            <span className={classes.change}>{t(CHANGES[change])}</span>
            <span>
              {t(KINDS[kind])} <strong>{dataset === null || dataset === name ? name : `${dataset}.${name}`}</strong>
              {change === 'changed' && (
                <span className={classes.hint}> {Object.keys({ ...before, ...after }).join(', ')}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {changes.length > MOST && (
        <p className={classes.hint}>{t('modelEditor.changes.more', { count: changes.length - MOST })}</p>
      )}
    </>
  );
}
