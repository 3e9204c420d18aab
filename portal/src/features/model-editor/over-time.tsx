import { TagsInput } from '@mantine/core';
import type { CatalogDataset } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { Choice, Entry } from './fields.tsx';
import { FIELDS, LISTS, type MemberAddress, type MemberForm, writeField, writeOver, writePer } from './form.rules.ts';
import type { Problems } from './problems.rules.ts';

/** Kinds of measures that may have a value on dates instead of adding up over them. */
const STANDING: ReadonlySet<string> = new Set(['sum', 'count', 'count_distinct']);
const DAYS: ReadonlySet<string> = new Set(['date', 'timestamp']);

export interface OverTimeProps {
  form: MemberForm;
  text: string;
  address: MemberAddress;
  /** As the last text without errors defines it. */
  dataset: CatalogDataset | undefined;
  problems: Problems;
  onChange: (text: string) => void;
}

/** Whether a measure adds up over time, or is a balance that takes some dates of a period. */
export function OverTime({ form, text, address, dataset, problems, onChange }: OverTimeProps) {
  const { t } = useTranslation();
  const { fields, per } = form;
  const dimensions = dataset?.dimensions ?? [];
  const days = dimensions.filter(({ type }) => DAYS.has(type)).map(({ name }) => name);
  const isOver = fields.overTake !== '' || fields.overTime !== '' || per.length > 0;
  // A member of the template that is changed here says only what differs.
  const isInherited = fields.kind === '';
  if (!isOver && !isInherited && !STANDING.has(fields.kind)) return null;
  const set = (field: 'overTime' | 'overOrder' | 'overCarry') => (value: string) =>
    onChange(writeField(text, address, field, value));
  const wrong = {
    time: problems.at(FIELDS.overTime),
    take: problems.at(FIELDS.overTake),
    per: problems.at(LISTS.per),
    order: problems.at(FIELDS.overOrder),
    carry: problems.at(['over', 'carry']),
  };
  // What is wrong with all of it is shown at its first field.
  const whole = Object.values(wrong).some(Boolean) ? null : problems.at(LISTS.over);
  return (
    <>
      <Choice
        label={t('modelEditor.form.over')}
        value={fields.overTake}
        options={[
          { value: '', label: t(isInherited ? 'modelEditor.form.takes.inherited' : 'modelEditor.form.takes.adds') },
          { value: 'last', label: t('modelEditor.form.takes.last') },
          { value: 'first', label: t('modelEditor.form.takes.first') },
          { value: 'average', label: t('modelEditor.form.takes.average') },
          { value: 'min', label: t('modelEditor.form.takes.min') },
          { value: 'max', label: t('modelEditor.form.takes.max') },
        ]}
        error={wrong.take ?? whole}
        onChange={(take) => onChange(writeOver(text, address, take, days[0] ?? ''))}
      />
      {isOver && (
        <>
          <Choice
            label={t('modelEditor.form.overTime')}
            value={fields.overTime}
            options={days}
            error={wrong.time}
            onChange={set('overTime')}
          />
          <TagsInput
            size="xs"
            label={t('modelEditor.form.overPer')}
            description={t('modelEditor.form.overPerHelp')}
            data={dimensions.map(({ name }) => name)}
            maxTags={5}
            error={wrong.per}
            value={[...per]}
            onChange={(list) => onChange(writePer(text, address, list))}
          />
        </>
      )}
      {per.length > 0 && (
        <>
          <Entry
            label={t('modelEditor.form.overOrder')}
            value={fields.overOrder}
            error={wrong.order}
            onChange={set('overOrder')}
          />
          <Entry
            label={t('modelEditor.form.overCarry')}
            value={fields.overCarry}
            error={wrong.carry}
            onChange={set('overCarry')}
          />
        </>
      )}
    </>
  );
}
