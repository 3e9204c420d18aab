import { Button, NativeSelect, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { Notice } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import {
  type Field,
  type MemberAddress,
  type MemberForm,
  overrideMember,
  readForm,
  writeField,
  writeSynonyms,
} from './form.rules.ts';
import classes from './model-editor.module.css';

export interface FormPanelProps {
  text: string;
  /** Null: no member is selected. */
  address: MemberAddress | null;
  onChange: (text: string) => void;
}

const KINDS = ['sum', 'count', 'count_distinct', 'average', 'min', 'max', 'median'] as const;
const TYPES = ['string', 'integer', 'decimal', 'date', 'timestamp', 'boolean'] as const;
const UNITS = ['currency', 'percent', 'count', 'number', 'date', 'time'] as const;

const LABELS = {
  titleEn: 'modelEditor.form.titleEn',
  titleTr: 'modelEditor.form.titleTr',
  definitionEn: 'modelEditor.form.definitionEn',
  definitionTr: 'modelEditor.form.definitionTr',
  descriptionEn: 'modelEditor.form.definitionEn',
  descriptionTr: 'modelEditor.form.definitionTr',
  kind: 'modelEditor.form.kind',
  type: 'modelEditor.form.type',
  expression: 'modelEditor.form.expression',
  where: 'modelEditor.form.where',
  unit: 'modelEditor.form.unit',
  decimals: 'modelEditor.form.decimals',
  better: 'modelEditor.form.better',
  owner: 'modelEditor.form.owner',
  source: 'modelEditor.form.source',
  mapping: 'modelEditor.form.mapping',
} as const satisfies Record<Field, string>;

/** The selected member as a form, which changes its part of the text and nothing else. */
export function FormPanel({ text, address, onChange }: FormPanelProps) {
  const { t } = useTranslation();
  if (!address) return <p className={classes.hint}>{t('modelEditor.form.choose')}</p>;
  const form = readForm(text, address);
  if (form === 'broken') return <Notice tone="warning">{t('modelEditor.form.broken')}</Notice>;
  if (form === 'inherited')
    return (
      <div className={classes.panelBody}>
        <p className={classes.hint}>{t('modelEditor.form.inherited')}</p>
        <Button variant="default" size="xs" onClick={() => onChange(overrideMember(text, address))}>
          {t('modelEditor.form.override')}
        </Button>
      </div>
    );
  return (
    <MemberFields
      key={`${address.dataset}.${address.name}`}
      form={form}
      text={text}
      address={address}
      onChange={onChange}
    />
  );
}

function MemberFields(props: {
  form: MemberForm;
  text: string;
  address: MemberAddress;
  onChange: (text: string) => void;
}) {
  const { form, text, address, onChange } = props;
  const { t } = useTranslation();
  const { fields, columns, synonyms } = form;
  const set = (field: Field) => (value: string) => onChange(writeField(text, address, field, value));
  const field = (name: Field, lines = 1) => (
    <Entry key={name} label={t(LABELS[name])} value={fields[name]} lines={lines} onChange={set(name)} />
  );
  const isMeasure = address.kind === 'measure';
  return (
    <form
      className={classes.panelBody}
      aria-label={t('modelEditor.form.label', { name: address.name })}
      onSubmit={(event) => event.preventDefault()}
    >
      <p className={classes.hint}>
        <code>{`${address.dataset}.${address.name}`}</code>
      </p>
      {field('titleEn')}
      {field('titleTr')}
      {field(isMeasure ? 'definitionEn' : 'descriptionEn', 2)}
      {field(isMeasure ? 'definitionTr' : 'descriptionTr', 2)}
      <Choice
        label={t(isMeasure ? LABELS.kind : LABELS.type)}
        value={fields[isMeasure ? 'kind' : 'type']}
        options={isMeasure ? KINDS : TYPES}
        onChange={set(isMeasure ? 'kind' : 'type')}
      />
      {columns.length > 0 && (
        <p className={classes.hint}>{t('modelEditor.form.columns', { columns: columns.join(', ') })}</p>
      )}
      {field('expression', 2)}
      {isMeasure && (
        <>
          {field('where')}
          <Choice label={t(LABELS.unit)} value={fields.unit} options={UNITS} onChange={set('unit')} />
          <NumberInput
            size="xs"
            label={t(LABELS.decimals)}
            min={0}
            max={6}
            allowDecimal={false}
            value={fields.decimals === '' ? '' : Number(fields.decimals)}
            onChange={(value) => set('decimals')(String(value))}
          />
          <Choice
            label={t(LABELS.better)}
            value={fields.better}
            options={['higher', 'lower', 'neutral']}
            onChange={set('better')}
          />
          {field('owner')}
          {field('source')}
        </>
      )}
      {!isMeasure && field('mapping')}
      <TagsInput
        size="xs"
        label={t('modelEditor.form.synonyms')}
        value={[...synonyms]}
        onChange={(list) => onChange(writeSynonyms(text, address, list))}
      />
    </form>
  );
}

/** A text that is applied when the field is left, since each change rewrites the document. */
function Entry(props: { label: string; value: string; lines: number; onChange: (value: string) => void }) {
  const { label, value, lines, onChange } = props;
  const leave = (entered: string) => entered !== value && onChange(entered);
  const common = { size: 'xs' as const, label, defaultValue: value };
  // A text that changed elsewhere is mounted again.
  return lines > 1 ? (
    <Textarea key={value} {...common} rows={lines} onBlur={(event) => leave(event.currentTarget.value)} />
  ) : (
    <TextInput key={value} {...common} onBlur={(event) => leave(event.currentTarget.value)} />
  );
}

/** A choice that keeps a value which the form does not offer, such as a ratio. */
function Choice(props: {
  label: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
}) {
  const { label, value, options, onChange } = props;
  const all = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...(value === '' ? [{ value: '', label: '–' }] : []), ...all]}
    />
  );
}
