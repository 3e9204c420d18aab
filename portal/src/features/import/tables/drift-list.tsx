import { NativeSelect } from '@mantine/core';
import type { Drift, DriftDecision, ImportTable } from '@rise/contract';
import { MISSING } from '@rise/ui';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import type { ChangeTable } from './change-table.ts';
import classes from './tables.module.css';

export interface DriftListProps {
  table: ImportTable;
  onChange: ChangeTable;
}

/** How the file's columns differ from the table's, what uses each, and what to do about it. */
export function DriftList({ table: { drift, target }, onChange }: DriftListProps) {
  const { t } = useTranslation();
  if (drift.length === 0) return null;
  const undecided = drift.filter(({ decision }) => decision === null).length;
  return (
    <details className={classes.drift} open={undecided > 0 || undefined} data-stop={undecided > 0 || undefined}>
      <summary>
        {t('import.drift.title', { count: drift.length, table: target })}
        {undecided > 0 && (
          <span className={classes.undecided}>{t('import.drift.undecided', { count: undecided })}</span>
        )}
      </summary>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('import.drift.label')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('import.drift.columns.column')}</th>
              <th scope="col">{t('import.drift.columns.before')}</th>
              <th scope="col">{t('import.drift.columns.now')}</th>
              <th scope="col">{t('import.drift.columns.samples')}</th>
              <th scope="col">{t('import.drift.columns.usedBy')}</th>
              <th scope="col">{t('import.drift.columns.decision')}</th>
            </tr>
          </thead>
          <tbody>
            {drift.map((one) => (
              <DriftRow
                key={`${one.kind} ${one.column}`}
                drift={one}
                onDecide={(decision) => onChange({ decisions: [{ column: one.column, decision }] })}
              />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function DriftRow({ drift, onDecide }: { drift: Drift; onDecide: (decision: DriftDecision | null) => void }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { kind, column, before, now, samples, usedBy, options, decision } = drift;
  const uses = usedBy.map(({ title, name }) => (title ? localize(title) : name));
  return (
    <tr>
      <th scope="row">
        {column}
        <span className={classes.kind}>{t(`import.drift.kind.${kind}`)}</span>
      </th>
      <td>{before ? sideText(before.name, before.type, column) : MISSING}</td>
      <td>{now ? sideText(now.title, now.type, column) : MISSING}</td>
      <td className={classes.samples}>{samples.join(', ') || MISSING}</td>
      <td>{uses.length === 0 ? t('import.drift.unused') : uses.join(', ')}</td>
      <td>
        <NativeSelect
          aria-label={t('import.drift.decide', { column })}
          value={decision ?? ''}
          onChange={(event) => onDecide((event.currentTarget.value || null) as DriftDecision | null)}
          data={[
            ...(decision === null ? [{ value: '', label: t('import.drift.choose') }] : []),
            ...options.map((option) => ({ value: option, label: decisionText(option, drift, t) })),
          ]}
        />
      </td>
    </tr>
  );
}

const sideText = (name: string, type: string, column: string): string => (name === column ? type : `${name}: ${type}`);

const decisionText = (decision: DriftDecision, { before, now }: Drift, t: TFunction): string =>
  t(`import.drift.decision.${decision}`, {
    before: before?.name ?? '',
    now: now?.title ?? '',
    type: before?.type ?? '',
  });
