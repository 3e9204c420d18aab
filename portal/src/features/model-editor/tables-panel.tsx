import { Button, Progress, TextInput } from '@mantine/core';
import type { GeneratedDatasets, ModelTable } from '@rise/contract';
import { EmptyState, ErrorState, formatInteger, ListSkeleton, Notice } from '@rise/ui';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { tablesQuery } from './model-editor.queries.ts';
import { type Generation, useGenerate } from './use-generate.ts';
import classes from './model-editor.module.css';

export interface TablesPanelProps {
  /** Names of tables that the draft's datasets are over. */
  used: ReadonlySet<string>;
  /** Names of the tables that were just loaded: they come first and can become datasets together. */
  loaded: readonly string[];
  /** Adds the datasets; false where the text is broken, so that nothing can be added. */
  onAdd: (generated: GeneratedDatasets, tables: readonly string[]) => boolean;
  onQuestions: (table: string) => void;
}

/** More are found by searching. */
const SHOWN = 100;

/** The tables of the warehouse: one without a dataset becomes one by a click. */
export function TablesPanel({ used, loaded, onAdd, onQuestions }: TablesPanelProps) {
  const { t } = useTranslation();
  const tables = useQuery(tablesQuery);
  const [search, setSearch] = useState('');
  const { generation, generate, cancel } = useGenerate(tables.data?.tables ?? []);
  const pending = generation?.tables ?? [];
  const [problem, setProblem] = useState<{ title: string; message: string } | null>(null);
  const create = async (names: readonly string[]) => {
    setProblem(null);
    try {
      const generated = await generate(names);
      if (generated === null) return;
      const [skipped] = generated.skipped;
      if (skipped)
        setProblem({
          title: t('modelEditor.tables.notCreated', { table: skipped.table }),
          message: t(skipped.reason === 'empty' ? 'modelEditor.tables.empty' : 'modelEditor.tables.unusable'),
        });
      if (generated.datasets.length > 0 && !onAdd(generated, names))
        setProblem({
          title: t('modelEditor.tables.notCreated', { table: names.join(', ') }),
          message: t('modelEditor.tables.brokenText'),
        });
    } catch (error) {
      setProblem(errorText(error, t));
    }
  };
  if (tables.isError) return <ErrorState {...errorText(tables.error, t)} onRetry={() => void tables.refetch()} />;
  if (!tables.data) return <ListSkeleton rows={5} />;
  if (tables.data.tables.length === 0)
    return <EmptyState title={t('modelEditor.tables.noData')} text={t('modelEditor.tables.noDataText')} art="list" />;
  const isUsed = ({ name, usedBy }: ModelTable) => used.has(name) || usedBy.length > 0;
  const matching = tables.data.tables
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .toSorted((one, two) => Number(isUsed(one)) - Number(isUsed(two)))
    .toSorted((one, two) => Number(loaded.includes(two.name)) - Number(loaded.includes(one.name)));
  const shown = matching.slice(0, SHOWN);
  const together = tables.data.tables.filter((table) => loaded.includes(table.name) && !isUsed(table));
  return (
    <div className={classes.panelBody}>
      <p className={classes.hint}>{t('modelEditor.tables.intro')}</p>
      <TextInput
        type="search"
        size="xs"
        aria-label={t('modelEditor.tables.search')}
        placeholder={t('modelEditor.tables.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {generation && <Reading generation={generation} onCancel={cancel} />}
      {problem && (
        <Notice tone="negative" title={problem.title}>
          {problem.message}
        </Notice>
      )}
      {together.length > 1 && (
        <Button
          size="xs"
          loading={pending.length > 1}
          disabled={pending.length === 1}
          onClick={() => void create(together.map(({ name }) => name))}
        >
          {t('modelEditor.tables.createAll', { count: together.length })}
        </Button>
      )}
      <ul className={classes.tables}>
        {shown.map((table) => (
          <TableItem
            key={table.name}
            table={table}
            hasDataset={used.has(table.name)}
            variant={isUsed(table) || together.length > 1 ? 'default' : 'filled'}
            pending={pending}
            onCreate={() => void create([table.name])}
            onQuestions={() => onQuestions(table.name)}
          />
        ))}
      </ul>
      {matching.length > SHOWN && (
        <p className={classes.hint}>{t('modelEditor.tables.more', { count: matching.length - SHOWN })}</p>
      )}
    </div>
  );
}

interface TableItemProps {
  table: ModelTable;
  /** Whether the draft has one over it. */
  hasDataset: boolean;
  variant: 'default' | 'filled';
  /** Names of the tables that become datasets now. */
  pending: readonly string[];
  onCreate: () => void;
  onQuestions: () => void;
}

function TableItem({ table, hasDataset, variant, pending, onCreate, onQuestions }: TableItemProps) {
  const { t, i18n } = useTranslation();
  const { name, rows, columns, usedBy } = table;
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className={classes.hint}>
          {rows !== null &&
            `${t('modelEditor.tables.rows', { count: rows, rows: formatInteger(rows, i18n.language) })} · `}
          {t('modelEditor.tables.columns', { count: columns.length })}
          {usedBy.length > 0 && ` · ${t('modelEditor.tables.usedBy', { datasets: usedBy.join(', ') })}`}
        </p>
      </div>
      {hasDataset ? (
        <Button
          size="xs"
          variant="subtle"
          aria-label={t('modelEditor.tables.questionsOf', { table: name })}
          onClick={onQuestions}
        >
          {t('modelEditor.panels.questions')}
        </Button>
      ) : (
        <Button
          size="xs"
          variant={variant}
          aria-label={t('modelEditor.tables.createFor', { table: name })}
          loading={pending.length === 1 && pending[0] === name}
          disabled={pending.length > 0 && pending[0] !== name}
          onClick={onCreate}
        >
          {t('modelEditor.tables.create')}
        </Button>
      )}
    </li>
  );
}

/** How far the statistics of the tables are read, which takes seconds for millions of rows. */
function Reading({ generation: { tables, done, of }, onCancel }: { generation: Generation; onCancel: () => void }) {
  const { t } = useTranslation();
  const text = t('modelEditor.tables.reading', { tables: tables.join(', '), done: done + 1, count: of });
  return (
    <div className={classes.panelBody}>
      <p className={classes.hint} role="status">
        {text}
      </p>
      <Progress value={of === 0 ? 0 : (100 * done) / of} size="sm" aria-label={text} />
      <div>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
