import { NativeSelect, TextInput } from '@mantine/core';
import type { CatalogDataset } from '@rise/contract';
import { createWordMatcher, fold } from '@rise/contract/fold';
import { IconCalendar, IconCheck, IconSearch, IconSum, IconTag } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { useBuilder } from '../builder-context.ts';
import { type CatalogField, datasetOf, fieldOf, isDataTile, selectionOf } from './fields.rules.ts';
import classes from './fields.module.css';

/** Measures and dimensions to build tiles from; those of the selected tile come first. */
export function FieldsPane({ search }: { search: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { document, datasets, selected, select, toggleField } = useBuilder();
  const [text, setText] = useState('');
  const isEmpty = document.pages.every(({ rows }) => rows.length === 0);
  const usual = datasetOf(document, selected);
  const [chosen, setChosen] = useState<string | null>(null);
  const dataset = datasets.find(({ name }) => name === (selected ? usual : (chosen ?? usual))) ?? datasets[0];
  const found = useFields(dataset, text);
  if (!dataset) return <p className={classes.none}>{t('builder.fields.noModel')}</p>;
  const shown = selected && isDataTile(selected) ? selectionOf(selected) : { measures: [], dimensions: [] };
  const isShown = ({ kind, field }: CatalogField) =>
    kind === 'measure'
      ? shown.measures.includes(field.name)
      : shown.dimensions.some((request) => fieldOf(request) === field.name);
  const toggle = (field: CatalogField) => {
    toggleField(field, dataset.name);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const first = found.best;
    if (event.key === 'Enter' && first && text.trim() !== '') {
      event.preventDefault();
      toggle(first);
    }
    if (event.key === 'Escape') {
      if (text === '') select(null);
      setText('');
    }
  };
  return (
    <section className={classes.pane} aria-label={t('builder.fields.title')}>
      <h2 className={classes.title}>{t('builder.fields.title')}</h2>
      {datasets.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={t('builder.fields.dataset')}
          disabled={selected !== null && isDataTile(selected)}
          value={dataset.name}
          data={datasets.map(({ name, title }) => ({ value: name, label: localize(title) }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      <TextInput
        ref={search}
        data-initial-focus={isEmpty || undefined}
        type="search"
        size="xs"
        aria-label={t('builder.fields.search')}
        placeholder={t('builder.fields.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p className={classes.hint}>{t(selected ? 'builder.fields.hintSelected' : 'builder.fields.hint')}</p>
      <div className={classes.lists}>
        <FieldList title={t('builder.fields.measures')} fields={found.measures} isShown={isShown} onToggle={toggle} />
        <FieldList
          title={t('builder.fields.dimensions')}
          fields={found.dimensions}
          isShown={isShown}
          onToggle={toggle}
        />
        {found.measures.length + found.dimensions.length === 0 && (
          <p className={classes.none}>{t('builder.fields.nothing', { text })}</p>
        )}
      </div>
    </section>
  );
}

/** Those whose title or definition has every word; titles before definitions. */
function useFields(dataset: CatalogDataset | undefined, text: string) {
  const localize = useLocalize();
  return useMemo(() => {
    const matches = createWordMatcher(text);
    const query = fold(text.trim());
    // Titles that begin with the query come first, then those with a word that does.
    const rank = (title: string, definition: string) => {
      if (!matches(title)) return matches(`${title} ${definition}`) ? 3 : 4;
      const folded = fold(title);
      return folded.startsWith(query) ? 0 : folded.includes(` ${query}`) ? 1 : 2;
    };
    const find = <T extends CatalogField>(fields: readonly T[], definition: (field: T) => string) =>
      fields
        .map((field) => ({
          field,
          rank: rank(localize(field.field.title), definition(field)),
        }))
        .filter((one) => one.rank < 4)
        .toSorted((a, b) => a.rank - b.rank);
    const measures = (dataset?.measures ?? []).map((field) => ({ kind: 'measure' as const, field }));
    const dimensions = (dataset?.dimensions ?? []).map((field) => ({ kind: 'dimension' as const, field }));
    const foundMeasures = find(measures, ({ field }) => localize(field.definition));
    const foundDimensions = find(dimensions, ({ field }) => (field.description ? localize(field.description) : ''));
    const [best] = [...foundMeasures, ...foundDimensions].toSorted((one, other) => one.rank - other.rank);
    return {
      measures: foundMeasures.map(({ field }) => field),
      dimensions: foundDimensions.map(({ field }) => field),
      /** What the Enter key chooses. */
      best: best?.field,
    };
  }, [dataset, text, localize]);
}

interface FieldListProps {
  title: string;
  fields: readonly CatalogField[];
  isShown: (field: CatalogField) => boolean;
  onToggle: (field: CatalogField) => void;
}

function FieldList({ title, fields, isShown, onToggle }: FieldListProps) {
  const localize = useLocalize();
  if (fields.length === 0) return null;
  const ordered = [...fields.filter(isShown), ...fields.filter((field) => !isShown(field))];
  return (
    <>
      <h3 className={classes.group}>{title}</h3>
      <ul className={classes.list}>
        {ordered.map((field) => (
          <li key={field.field.name}>
            <button
              type="button"
              className={classes.field}
              aria-pressed={isShown(field)}
              title={definitionOf(field, localize)}
              onClick={() => onToggle(field)}
            >
              <FieldIcon field={field} />
              <span className={classes.name}>{localize(field.field.title)}</span>
              {isShown(field) && <IconCheck size={14} aria-hidden className={classes.check} />}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function FieldIcon({ field }: { field: CatalogField }) {
  const props = { size: 14, 'aria-hidden': true, className: classes.icon! };
  if (field.kind === 'measure') return <IconSum {...props} />;
  return field.field.type === 'date' || field.field.type === 'timestamp' ? (
    <IconCalendar {...props} />
  ) : (
    <IconTag {...props} />
  );
}

function definitionOf(field: CatalogField, localize: ReturnType<typeof useLocalize>): string {
  if (field.kind === 'measure') return localize(field.field.definition);
  return field.field.description ? localize(field.field.description) : localize(field.field.title);
}
