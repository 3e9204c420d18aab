import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import type { CatalogDataset, Filter, LocalizedText, QueryResult } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { MISSING, Notice, TextSkeleton, useFigure } from '@rise/ui';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { writeFormula } from '../../figures/formula-text.ts';
import { UnmappedNote } from '../../figures/unmapped-note.tsx';
import { useLocalize } from '../../i18n/use-language.ts';
import { figureQuery } from './model-editor.queries.ts';
import type { NewTest } from './tests.rules.ts';
import { ReaderFields } from './view-as/reader-fields.tsx';
import { type ReaderChoice, toViewAs } from './view-as/reader.rules.ts';
import classes from './model-editor.module.css';

export interface FigurePanelProps {
  /** The last valid text, and what it defines. */
  document: string | null;
  datasets: readonly CatalogDataset[];
  /** Whether the text now has errors, so that the figure is of an earlier one. */
  outdated: boolean;
  member: string | null;
  by: string | null;
  /** With whose rights the figure is computed; null: with the author’s. */
  reader: ReaderChoice | null;
  /** Attributes that row rules of the text compare with. */
  attributes: readonly string[];
  onBy: (by: string | null) => void;
  onReader: (reader: ReaderChoice | null) => void;
  /** Adds a test that expects a figure. */
  onKeep: (test: NewTest) => void;
}

/** The value of the selected measure in the draft, and its largest members; for a dimension, the rows of each value. */
export function FigurePanel(props: FigurePanelProps) {
  const { document, datasets, member, outdated } = props;
  const { t } = useTranslation();
  const [name, field] = (member ?? '').split('.');
  const dataset = datasets.find((one) => one.name === name);
  const measure = dataset?.measures.find((one) => one.name === field);
  const dimension = dataset?.dimensions.find((one) => one.name === field);
  // Of a dataset whose rules are edited, its first figure shows what they do.
  if (!document || !dataset || (!measure && !dimension && field !== undefined))
    return <p className={classes.hint}>{t('modelEditor.figure.choose')}</p>;
  const shown = measure ?? dataset.measures[0];
  return (
    <div className={classes.panelBody}>
      {outdated && <Notice tone="warning">{t('modelEditor.figure.outdated')}</Notice>}
      {shown ? (
        <Figure
          {...props}
          document={document}
          dataset={dataset}
          measure={shown}
          by={dimension?.name ?? props.by}
          fixed={dimension !== undefined}
        />
      ) : (
        <p className={classes.hint}>{t('modelEditor.figure.noMeasure')}</p>
      )}
    </div>
  );
}

type FigureProps = Omit<FigurePanelProps, 'document'> & {
  document: string;
  dataset: CatalogDataset;
  measure: CatalogDataset['measures'][number];
  /** Whether the dimension is the selected member, so that it is not chosen here. */
  fixed: boolean;
};

function Figure(props: FigureProps) {
  const { document, dataset, measure, by, reader, attributes, fixed, outdated, onBy, onReader, onKeep } = props;
  const { t } = useTranslation();
  const localize = useLocalize();
  const usable = dataset.dimensions.some(({ name }) => name === by) ? by : null;
  const viewAs = reader && toViewAs(reader);
  const figure = useQuery({
    ...figureQuery({ document, dataset: dataset.name, measure: measure.name, by: usable, viewAs }),
    // The figure of before stays while a new one is computed, but never under someone else's eyes.
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey.at(-1)) === JSON.stringify(viewAs) ? previous : undefined,
  });
  const titleOf = (field: string) =>
    [...dataset.dimensions, ...dataset.measures].find((one) => one.name === field)?.title ?? { en: field };
  return (
    <>
      <h3 className={classes.figureTitle}>{localize(measure.title)}</h3>
      <p className={classes.hint}>{localize(measure.definition)}</p>
      <p className={classes.formula}>{writeFormula(measure.formula, t)}</p>
      {figure.isError ? (
        <Notice tone="negative" title={errorText(figure.error, t).title}>
          {figure.error instanceof ApiError && figure.error.code === 'QUERY_INVALID'
            ? figure.error.message
            : errorText(figure.error, t).message}
        </Notice>
      ) : figure.data ? (
        <Result
          result={figure.data}
          measure={measure}
          titleOf={titleOf}
          by={usable}
          // A reader's figure is not the tenant's, and a text with errors cannot be changed by its parts.
          onKeep={
            reader || outdated || figure.isPlaceholderData || DAYS.has(measure.format.unit)
              ? null
              : (test) => onKeep({ dataset: dataset.name, measure: measure.name, ...test })
          }
        />
      ) : (
        <TextSkeleton lines={4} />
      )}
      <div className={classes.choices}>
        {!fixed && (
          <NativeSelect
            size="xs"
            label={t('modelEditor.figure.by')}
            value={usable ?? ''}
            onChange={(event) => onBy(event.currentTarget.value || null)}
            data={[
              { value: '', label: t('modelEditor.figure.total') },
              ...dataset.dimensions.map(({ name, title }) => ({ value: name, label: localize(title) })),
            ]}
          />
        )}
      </div>
      <ReaderFields reader={reader} attributes={attributes} onChange={onReader} />
    </>
  );
}

/** Units of figures that are no numbers. */
const DAYS: ReadonlySet<string> = new Set(['date', 'time']);

type ResultProps = {
  result: QueryResult;
  titleOf: (name: string) => LocalizedText;
  measure: FigureProps['measure'];
  by: string | null;
  onKeep: ((test: Pick<NewTest, 'figure' | 'filter'>) => void) | null;
};

function Result({ result, measure, titleOf, by, onKeep }: ResultProps) {
  const { t } = useTranslation();
  const write = useFigure();
  const value = (cell: QueryResult['rows'][number][number] | undefined) =>
    cell === null || cell === undefined || typeof cell === 'boolean' ? MISSING : write(cell, measure.format);
  const grouped = by !== null && result.columns.length > 1;
  const total = grouped ? result.totals?.[1] : result.rows[0]?.[0];
  const rowName = (cell: Cell) => (cell === null ? t('modelEditor.figure.missing') : memberText(cell));
  const largest = Math.max(...result.rows.map((row) => Math.abs(Number(row[1] ?? 0))), 0);
  return (
    <>
      <output className={classes.figure}>{value(total)}</output>
      <p className={classes.hint}>{t('modelEditor.figure.dataVersion', { number: result.meta.dataVersion })}</p>
      {result.meta.unmapped.map((unmapped) => (
        <UnmappedNote key={unmapped.dimension} unmapped={unmapped} titleOf={titleOf} />
      ))}
      {onKeep && isFigure(total) && (
        <Button
          variant="default"
          size="xs"
          className={classes.keep}
          leftSection={<IconChecklist size={14} aria-hidden />}
          onClick={() => onKeep({ figure: total })}
        >
          {t('modelEditor.figure.keep')}
        </Button>
      )}
      {grouped && (
        <table className={classes.breakdown}>
          <tbody>
            {result.rows.map((row) => (
              <tr key={JSON.stringify(row[0])}>
                <th scope="row">{rowName(row[0])}</th>
                <td className={classes.bar} aria-hidden>
                  <span
                    style={{ inlineSize: `${largest === 0 ? 0 : (Math.abs(Number(row[1] ?? 0)) / largest) * 100}%` }}
                  />
                </td>
                <td className={classes.number}>{value(row[1])}</td>
                {onKeep && (
                  <td className={classes.keepCell}>
                    {isFigure(row[1]) && (
                      <ActionIcon
                        variant="subtle"
                        size="sm"
                        aria-label={t('modelEditor.figure.keepOf', { member: rowName(row[0]) })}
                        title={t('modelEditor.figure.keepOf', { member: rowName(row[0]) })}
                        onClick={() => onKeep({ figure: row[1] as string | number, filter: isMember(by!, row[0]) })}
                      >
                        <IconChecklist size={14} aria-hidden />
                      </ActionIcon>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

type Cell = QueryResult['rows'][number][number] | undefined;

const isFigure = (cell: Cell): cell is string | number => typeof cell === 'string' || typeof cell === 'number';

const isMember = (field: string, cell: Cell): Filter =>
  cell === null || cell === undefined ? { field, op: 'isNull', values: [] } : { field, op: 'in', values: [cell] };

/** A blank code stays visible. */
const memberText = (cell: string | number | boolean | undefined): string =>
  typeof cell === 'string' && cell.trim() === '' ? `“${cell}”` : String(cell);
