import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import type { TextColumnType } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { dateExample, DATE_FORMATS } from '../columns/date-format.ts';
import { type Affix, exampleOf, NUMBER_STYLES } from '../columns/number-style.ts';
import classes from './preview.module.css';

export interface TypeFieldsProps {
  type: TextColumnType;
  onChange: (type: TextColumnType) => void;
}

const AFFIXES: readonly Affix[] = ['', '$', '€', '£', '₺', '%'];
const THOUSANDS = ['', '.', ',', ' ', "'"] as const;

/** How values of a type are written in the file. */
export function TypeFields({ type, onChange }: TypeFieldsProps) {
  const { t } = useTranslation();
  switch (type.kind) {
    case 'text':
      return null;
    case 'integer':
      return (
        <div className={classes.pair}>
          <NativeSelect
            label={t('import.column.style')}
            value={type.thousands}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...type, thousands: value as typeof type.thousands })
            }
            data={THOUSANDS.map((sign) => ({ value: sign, label: `1${sign}234` }))}
          />
          <AffixField type={type} onChange={onChange} />
        </div>
      );
    case 'decimal':
    case 'number': {
      const style = exampleOf(type);
      const styles = NUMBER_STYLES.some((one) => exampleOf(one) === style) ? NUMBER_STYLES : [...NUMBER_STYLES, type];
      return (
        <>
          <div className={classes.pair}>
            <NativeSelect
              label={t('import.column.style')}
              value={style}
              onChange={({ currentTarget: { value } }) => {
                const { decimal, thousands } = styles.find((one) => exampleOf(one) === value)!;
                onChange({ ...type, decimal, thousands });
              }}
              data={styles.map(exampleOf)}
            />
            <AffixField type={type} onChange={onChange} />
          </div>
          {type.kind === 'decimal' && (
            <NumberInput
              label={t('import.column.scale')}
              description={t('import.column.scaleHint')}
              min={1}
              max={12}
              allowDecimal={false}
              value={type.scale}
              onChange={(scale) => typeof scale === 'number' && scale >= 1 && onChange({ ...type, scale })}
            />
          )}
        </>
      );
    }
    case 'date':
    case 'timestamp':
      return (
        <>
          <NativeSelect
            label={t('import.column.format')}
            value={type.format}
            onChange={({ currentTarget: { value } }) => onChange({ ...type, format: value })}
            data={[...new Set([...DATE_FORMATS, type.format])].map((format) => ({
              value: format,
              label: `${dateExample(format)} (${format})`,
            }))}
          />
          {type.kind === 'timestamp' && (
            <Switch
              label={t('import.column.zoned')}
              checked={type.zoned}
              onChange={(event) => onChange({ ...type, zoned: event.currentTarget.checked })}
            />
          )}
        </>
      );
    case 'boolean':
      return (
        <div className={classes.pair}>
          <TextInput
            label={t('import.column.trueText')}
            value={type.trueText}
            maxLength={40}
            onChange={(event) => onChange({ ...type, trueText: event.currentTarget.value })}
          />
          <TextInput
            label={t('import.column.falseText')}
            value={type.falseText}
            maxLength={40}
            onChange={(event) => onChange({ ...type, falseText: event.currentTarget.value })}
          />
        </div>
      );
  }
}

type WithAffix = Extract<TextColumnType, { affix: Affix }>;

function AffixField<Type extends WithAffix>({ type, onChange }: { type: Type; onChange: (type: Type) => void }) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('import.column.affix')}
      value={type.affix}
      onChange={({ currentTarget: { value } }) => onChange({ ...type, affix: value as Affix })}
      data={AFFIXES.map((sign) => ({ value: sign, label: sign || t('import.column.noAffix') }))}
    />
  );
}
