import { Button, NativeSelect, NumberInput } from '@mantine/core';
import type { CatalogDataset, CatalogMeasure, ConditionalFormat, FigureRule, TileOf } from '@rise/contract';
import { FIGURE_TONES, RULE_OPERATORS } from '@rise/contract/figure-tones';
import { rulesOf, scaleOf } from '@rise/contract/figure-formats';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { useSetter } from './use-setter.ts';
import { RemoveButton } from './remove-button.tsx';
import classes from './settings.module.css';

type FormattedTile = TileOf<'figures'> | TileOf<'table'>;

const MOST_RULES = 10;
const SIGNS = { gte: '≥', gt: '>', lte: '≤', lt: '<', eq: '=' } as const;

interface MeasureFormatsProps {
  tile: FormattedTile;
  dataset: CatalogDataset;
}

/** How the figures of a tile stand out, measure by measure. */
export function ConditionalFormats({ tile, dataset }: MeasureFormatsProps) {
  const { t } = useTranslation();
  const set = useSetter(tile);
  const formats = tile.formats ?? [];
  const write = (measure: string, next: readonly ConditionalFormat[]) => {
    const all = [...formats.filter((one) => one.measure !== measure), ...next];
    set('formats', all.length > 0 ? all : null);
  };
  return (
    <div className={classes.part} role="group" aria-label={t('builder.formats.title')}>
      <span className={classes.label}>{t('builder.formats.title')}</span>
      {tile.measures.map((name) => (
        <MeasureFormats
          key={name}
          name={name}
          dataset={dataset}
          hasScales={tile.kind === 'table'}
          rules={rulesOf(formats, name)}
          scale={scaleOf(formats, name)}
          onChange={(rules, scale) =>
            write(name, [
              ...(rules.length > 0 ? [{ measure: name, show: 'rules' as const, rules: [...rules] }] : []),
              ...(scale ? [{ measure: name, show: scale }] : []),
            ])
          }
        />
      ))}
    </div>
  );
}

interface FormatFieldsProps {
  name: string;
  dataset: CatalogDataset;
  /** Whether there are columns, whose cells can be compared. */
  hasScales: boolean;
  rules: readonly FigureRule[];
  scale: 'heat' | 'bars' | null;
  onChange: (rules: readonly FigureRule[], scale: 'heat' | 'bars' | null) => void;
}

function MeasureFormats({ name, dataset, hasScales, rules, scale, onChange }: FormatFieldsProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const measure = dataset.measures.find((one) => one.name === name);
  const title = measure ? localize(measure.title) : name;
  const change = (index: number, rule: FigureRule) =>
    onChange(
      rules.map((one, at) => (at === index ? rule : one)),
      scale,
    );
  return (
    <div className={classes.formula} role="group" aria-label={t('builder.formats.of', { measure: title })}>
      <span className={classes.label}>{title}</span>
      {hasScales && (
        <NativeSelect
          size="xs"
          label={t('builder.formats.scale')}
          value={scale ?? ''}
          data={[
            { value: '', label: t('builder.settings.none') },
            { value: 'heat', label: t('builder.formats.heat') },
            { value: 'bars', label: t('builder.formats.bars') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange(rules, value === 'heat' || value === 'bars' ? value : null)
          }
        />
      )}
      {rules.map((rule, index) => (
        // Rules have no names of their own, and are edited in place.
        <RuleFields
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          name={name}
          number={index + 1}
          rule={rule}
          dataset={dataset}
          onChange={(next) => change(index, next)}
          onRemove={() =>
            onChange(
              rules.filter((_, at) => at !== index),
              scale,
            )
          }
        />
      ))}
      {rules.length < MOST_RULES && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={t('builder.formats.addTo', { measure: title })}
          onClick={() => onChange([...rules, { op: 'lt', value: 0, tone: 'bad' }], scale)}
        >
          {t('builder.formats.add')}
        </Button>
      )}
    </div>
  );
}

interface RuleFieldsProps {
  name: string;
  /** From 1. */
  number: number;
  rule: FigureRule;
  dataset: CatalogDataset;
  onChange: (rule: FigureRule) => void;
  onRemove: () => void;
}

const isPercent = (measure: CatalogMeasure | undefined) => measure?.format.unit === 'percent';

/** Percentages are fractions, and entered as they are read. */
const shown = (value: number, percent: boolean) => (percent ? Number((value * 100).toPrecision(12)) : value);
const stored = (value: number, percent: boolean) => (percent ? Number((value / 100).toPrecision(12)) : value);

function RuleFields({ name, number, rule, dataset, onChange, onRemove }: RuleFieldsProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { of, target, value, ...rest } = rule;
  const measures = dataset.measures.map((one) => ({ value: one.name, label: localize(one.title) }));
  const percent = isPercent(dataset.measures.find((one) => one.name === (of ?? name)));
  const limit = target === undefined ? { value: value ?? 0 } : { target };
  return (
    <div className={classes.part} role="group" aria-label={t('builder.formats.rule', { number })}>
      <div className={classes.ruleHead}>
        <span className={classes.label}>{t('builder.formats.rule', { number })}</span>
        <RemoveButton label={t('builder.formats.take', { number })} onClick={onRemove} />
      </div>
      <NativeSelect
        size="xs"
        label={t('builder.formats.by')}
        value={of ?? ''}
        data={[{ value: '', label: t('builder.formats.own') }, ...measures.filter((one) => one.value !== name)]}
        onChange={({ currentTarget }) =>
          onChange({ ...rest, ...(currentTarget.value !== '' && { of: currentTarget.value }), ...limit })
        }
      />
      <div className={classes.row}>
        <NativeSelect
          size="xs"
          label={t('builder.formats.is')}
          value={rule.op}
          data={RULE_OPERATORS.map((op) => ({ value: op, label: SIGNS[op] }))}
          onChange={({ currentTarget }) => onChange({ ...rule, op: currentTarget.value as FigureRule['op'] })}
        />
        <NativeSelect
          size="xs"
          label={t('builder.formats.than')}
          value={target ?? ''}
          data={[{ value: '', label: t('builder.formats.number') }, ...measures]}
          onChange={({ currentTarget }) =>
            onChange({
              ...rest,
              ...(of !== undefined && { of }),
              ...(currentTarget.value === '' ? { value: 0 } : { target: currentTarget.value }),
            })
          }
        />
      </div>
      <div className={classes.row}>
        {target === undefined && (
          <NumberInput
            size="xs"
            label={t('builder.settings.lineValue')}
            suffix={percent ? ' %' : ''}
            value={shown(value ?? 0, percent)}
            onChange={(next) => {
              if (typeof next !== 'number' || stored(next, percent) === value) return;
              onChange({ ...rest, ...(of !== undefined && { of }), value: stored(next, percent) });
            }}
          />
        )}
        <NativeSelect
          size="xs"
          label={t('builder.formats.means')}
          value={rule.tone}
          data={FIGURE_TONES.map((tone) => ({ value: tone, label: t(`builder.formats.tones.${tone}`) }))}
          onChange={({ currentTarget }) => onChange({ ...rule, tone: currentTarget.value as FigureRule['tone'] })}
        />
      </div>
    </div>
  );
}
