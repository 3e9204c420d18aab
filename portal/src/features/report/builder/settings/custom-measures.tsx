import { Button, NativeSelect } from '@mantine/core';
import type { CatalogDataset, CustomMeasure, LocalizedText } from '@rise/contract';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { useBuilder } from '../builder-context.ts';
import { DraftText } from './draft-text.tsx';
import { RemoveButton } from './remove-button.tsx';
import classes from './settings.module.css';

type Formula = Extract<CustomMeasure, { kind: 'formula' }>;

const MOST = 20;
const UNITS = ['number', 'percent', 'currency', 'count'] as const;
const DECIMALS = { number: 2, percent: 2, currency: 0, count: 0 } as const;

/** Measures that the report defines: arithmetic over those of its dataset. */
export function CustomMeasures({ dataset }: { dataset: CatalogDataset }) {
  const { t } = useTranslation();
  const { document, change } = useBuilder();
  const measures = document.customMeasures ?? [];
  const write = (next: readonly CustomMeasure[]) =>
    change([{ type: 'set', at: ['customMeasures'], value: next.length > 0 ? next : null }]);
  const [first] = dataset.measures;
  const add = () => {
    const taken = new Set([...dataset.measures, ...measures].map(({ name }) => name));
    let number = measures.length + 1;
    while (taken.has(`measure_${number}`)) number += 1;
    write([
      ...measures,
      {
        kind: 'formula',
        name: `measure_${number}`,
        title: { en: `Measure ${number}`, tr: `Gösterge ${number}` },
        expression: first!.name,
        format: { unit: 'number', decimals: 2, truncate: false },
      },
    ]);
  };
  return (
    <div className={classes.part} role="group" aria-label={t('builder.settings.ownMeasures')}>
      <span className={classes.label}>{t('builder.settings.ownMeasures')}</span>
      {measures.map((measure) =>
        measure.kind === 'formula' ? (
          <FormulaFields
            key={measure.name}
            measure={measure}
            dataset={dataset}
            onChange={(next) => write(measures.map((one) => (one.name === measure.name ? next : one)))}
            onRemove={() => write(measures.filter(({ name }) => name !== measure.name))}
          />
        ) : null,
      )}
      {measures.length < MOST && first && (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {t('builder.settings.addMeasure')}
        </Button>
      )}
    </div>
  );
}

interface FormulaFieldsProps {
  measure: Formula;
  dataset: CatalogDataset;
  onChange: (measure: Formula) => void;
  onRemove: () => void;
}

function FormulaFields({ measure, dataset, onChange, onRemove }: FormulaFieldsProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { parameters = [] } = useBuilder().document;
  const title: LocalizedText = measure.title ?? { en: measure.name };
  return (
    <div className={classes.formula}>
      <div className={classes.formulaHead}>
        <DraftText
          label={t('builder.settings.measureTitle')}
          value={title.en}
          maxLength={80}
          onChange={(en) => onChange({ ...measure, title: { en } })}
        />
        <RemoveButton label={t('builder.settings.take', { name: localize(title) })} onClick={onRemove} />
      </div>
      <DraftText
        label={t('builder.settings.expression')}
        description={t('builder.settings.expressionHelp')}
        value={measure.expression}
        rows={2}
        maxLength={2000}
        onChange={(expression) => onChange({ ...measure, expression: expression.trim() })}
      />
      <div className={classes.row}>
        <NativeSelect
          size="xs"
          label={t('builder.settings.insert')}
          value=""
          data={[
            { value: '', label: t('builder.settings.insertMeasure') },
            ...dataset.measures
              .filter(({ name }) => name !== measure.name)
              .map(({ name, title: text }) => ({ value: name, label: localize(text) })),
            ...parameters.map(({ name, title: text }) => ({ value: `:${name}`, label: localize(text) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            value !== '' &&
            onChange({
              ...measure,
              expression: `${measure.expression} ${value.startsWith(':') ? '*' : '+'} ${value}`,
            })
          }
        />
        <NativeSelect
          size="xs"
          label={t('builder.settings.unit')}
          value={measure.format.unit}
          data={UNITS.map((unit) => ({ value: unit, label: t(`builder.units.${unit}`) }))}
          onChange={({ currentTarget }) => {
            const unit = currentTarget.value as (typeof UNITS)[number];
            onChange({ ...measure, format: { unit, decimals: DECIMALS[unit], truncate: false } });
          }}
        />
      </div>
    </div>
  );
}
