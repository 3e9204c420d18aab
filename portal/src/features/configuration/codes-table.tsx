import { Button, Checkbox } from '@mantine/core';
import type { CodeOrder, ConfigurationCode } from '@rise/contract';
import { EmptyState } from '@rise/ui';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { CodeRow, type CodeRowProps } from './code-row.tsx';
import { type CodesState, PAGE_SIZE } from './configuration.state.ts';
import type { Workbench } from './use-workbench.ts';
import classes from './codes.module.css';
import shared from './configuration.module.css';

interface CodesTableProps extends Pick<CodeRowProps, 'onDrag' | 'onEdit'> {
  bench: Workbench;
  state: CodesState;
  label: string;
  onChange: (next: Partial<CodesState>) => void;
}

/** One page of codes. */
export function CodesTable({ bench, state, label, onChange, onDrag, onEdit }: CodesTableProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { codes, selection } = bench;
  const weight = codes.weights.find(({ name }) => name === codes.weight) ?? null;
  const page: readonly ConfigurationCode[] = codes.codes;
  const selected = page.filter(({ code }) => selection.has(code)).length;
  const head = (order: CodeOrder, title: string, figure = false) => (
    <SortableHead key={order} order={order} title={title} figure={figure} state={state} onChange={onChange} />
  );
  if (page.length === 0)
    return (
      <EmptyState
        title={t(
          state.filter === 'unmapped' && state.search === ''
            ? 'configuration.allMapped.title'
            : 'configuration.noCodes',
        )}
        {...(state.filter === 'unmapped' && { text: t('configuration.allMapped.text') })}
        art="list"
      />
    );
  return (
    <>
      <div className={shared.scroll}>
        <table className={shared.table} aria-label={label}>
          <thead>
            <tr>
              {codes.editable && (
                <td className={shared.check}>
                  <Checkbox
                    size="xs"
                    aria-label={t('configuration.selectPage')}
                    checked={selected === page.length}
                    indeterminate={selected > 0 && selected < page.length}
                    onChange={({ currentTarget }) => bench.select(page, currentTarget.checked)}
                  />
                </td>
              )}
              {head('code', t('configuration.columns.code'))}
              {head('rows', t('configuration.columns.rows'), true)}
              {weight && head('amount', localize(weight.title), true)}
              {head('last', t('configuration.columns.seen'))}
              {head('target', t('configuration.columns.target'))}
            </tr>
          </thead>
          <tbody>
            {page.map((row) => (
              <CodeRow
                key={JSON.stringify(row.code)}
                row={row}
                bench={bench}
                format={weight?.format ?? null}
                onDrag={onDrag}
                onEdit={onEdit}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Pages total={codes.total} page={state.page} onChange={onChange} />
    </>
  );
}

function SortableHead(props: {
  order: CodeOrder;
  title: string;
  figure: boolean;
  state: CodesState;
  onChange: CodesTableProps['onChange'];
}) {
  const { order, title, figure, state, onChange } = props;
  const isSorted = state.order === order;
  const Icon = state.direction === 'asc' ? IconArrowUp : IconArrowDown;
  const start = figure || order === 'last' ? 'desc' : 'asc';
  const next = isSorted ? (state.direction === 'asc' ? 'desc' : 'asc') : start;
  return (
    <th
      scope="col"
      className={
        figure ? `${shared.figure} ${classes.wide}` : order === 'last' ? `${classes.days} ${classes.wide}` : undefined
      }
      aria-sort={isSorted ? (state.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className={classes.sort} onClick={() => onChange({ order, direction: next, page: 1 })}>
        {title}
        {isSorted && <Icon size={13} aria-hidden />}
      </button>
    </th>
  );
}

function Pages({ total, page, onChange }: { total: number; page: number; onChange: CodesTableProps['onChange'] }) {
  const { t } = useTranslation();
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages <= 1) return null;
  return (
    <nav className={classes.pages} aria-label={t('configuration.pages')}>
      <Button size="compact-sm" variant="default" disabled={page <= 1} onClick={() => onChange({ page: page - 1 })}>
        {t('configuration.previous')}
      </Button>
      <span className={shared.hint}>
        {t('configuration.range', { from: (page - 1) * PAGE_SIZE + 1, to: Math.min(total, page * PAGE_SIZE), total })}
      </span>
      <Button size="compact-sm" variant="default" disabled={page >= pages} onClick={() => onChange({ page: page + 1 })}>
        {t('configuration.next')}
      </Button>
    </nav>
  );
}
