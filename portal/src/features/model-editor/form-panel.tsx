import { Button, NumberInput, TagsInput } from '@mantine/core';
import type { CatalogDataset, ModelIssueDetail } from '@rise/contract';
import { Notice } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { Choice, Entry } from './fields.tsx';
import {
  type Field,
  FIELDS,
  LISTS,
  type MemberAddress,
  type MemberForm,
  memberPath,
  overrideMember,
  readForm,
  writeField,
  writeSynonyms,
} from './form.rules.ts';
import { OverTime } from './over-time.tsx';
import { problemsUnder } from './problems.rules.ts';
import classes from './model-editor.module.css';

export interface FormPanelProps {
  text: string;
  /** Null: no member is selected. */
  address: MemberAddress | null;
  /** What is wrong with the text, as of its last check. */
  issues: readonly ModelIssueDetail[];
  /** What the last text without errors defines. */
  datasets: readonly CatalogDataset[];
  onChange: (text: string) => void;
}

/** Errors of these are shown at the field. */
const PLACES = [...Object.values(FIELDS), ...Object.values(LISTS)];

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
  overTime: 'modelEditor.form.overTime',
  overTake: 'modelEditor.form.over',
  overOrder: 'modelEditor.form.overOrder',
  overCarry: 'modelEditor.form.overCarry',
} as const satisfies Record<Field, string>;

/** The selected member as a form, which changes its part of the text and nothing else. */
export function FormPanel({ text, address, issues, datasets, onChange }: FormPanelProps) {
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
      issues={issues}
      datasets={datasets}
      onChange={onChange}
    />
  );
}

function MemberFields(props: FormPanelProps & { form: MemberForm; address: MemberAddress }) {
  const { form, text, address, issues, datasets, onChange } = props;
  const { t } = useTranslation();
  const { fields, columns, synonyms } = form;
  const set = (field: Field) => (value: string) => onChange(writeField(text, address, field, value));
  const problems = problemsUnder(issues, memberPath(text, address), PLACES);
  const wrong = (name: Field) => problems.at(FIELDS[name]);
  const field = (name: Field, lines = 1) => (
    <Entry
      key={name}
      label={t(LABELS[name])}
      value={fields[name]}
      lines={lines}
      error={wrong(name)}
      onChange={set(name)}
    />
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
      {problems.rest.length > 0 && <Notice tone="warning">{problems.rest.join(' ')}</Notice>}
      {field('titleEn')}
      {field('titleTr')}
      {field(isMeasure ? 'definitionEn' : 'descriptionEn', 2)}
      {field(isMeasure ? 'definitionTr' : 'descriptionTr', 2)}
      <Choice
        label={t(isMeasure ? LABELS.kind : LABELS.type)}
        value={fields[isMeasure ? 'kind' : 'type']}
        options={isMeasure ? KINDS : TYPES}
        error={wrong(isMeasure ? 'kind' : 'type')}
        onChange={set(isMeasure ? 'kind' : 'type')}
      />
      {columns.length > 0 && (
        <p className={classes.hint}>{t('modelEditor.form.columns', { columns: columns.join(', ') })}</p>
      )}
      {problems.at(LISTS.columns) && <p className={classes.wrong}>{problems.at(LISTS.columns)}</p>}
      {field('expression', 2)}
      {isMeasure && (
        <>
          {field('where')}
          <OverTime
            form={form}
            text={text}
            address={address}
            dataset={datasets.find(({ name }) => name === address.dataset)}
            problems={problems}
            onChange={onChange}
          />
          <Choice
            label={t(LABELS.unit)}
            value={fields.unit}
            options={UNITS}
            error={wrong('unit')}
            onChange={set('unit')}
          />
          <NumberInput
            size="xs"
            label={t(LABELS.decimals)}
            min={0}
            max={6}
            error={wrong('decimals')}
            allowDecimal={false}
            value={fields.decimals === '' ? '' : Number(fields.decimals)}
            onChange={(value) => set('decimals')(String(value))}
          />
          <Choice
            label={t(LABELS.better)}
            value={fields.better}
            options={['higher', 'lower', 'neutral']}
            error={wrong('better')}
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
        error={problems.at(LISTS.synonyms)}
        value={[...synonyms]}
        onChange={(list) => onChange(writeSynonyms(text, address, list))}
      />
    </form>
  );
}
