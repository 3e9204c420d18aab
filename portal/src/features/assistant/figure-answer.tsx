import { Button, UnstyledButton } from '@mantine/core';
import type { AssistantData, QueryResult, QuestionReading, SemanticQuery } from '@rise/contract';
import { placeFigures } from '@rise/contract/placed-figures';
import { Notice, useFigure } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { IconCode, IconReportAnalytics } from '@tabler/icons-react';
import { Suspense, lazy, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { AssistantAnswer } from './assistant-answer.tsx';
import { figuresQuery, readingQuery } from './figure-answer.queries.ts';
import {
  cellText,
  chartOf,
  figureOf,
  memberRows,
  shownColumns,
  subtotalRows,
  withRanges,
} from './figure-rows.rules.ts';
import { ComparedFigures } from './compared-figures.tsx';
import { FigureTable } from './figure-table.tsx';
import { ReadingChips } from './reading-chips.tsx';
import { useOpenAsReport } from './use-open-as-report.ts';
import classes from './figure-answer.module.css';

const FigureChart = lazy(() => import('./figure-chart.tsx'));
const QueryDrawer = lazy(() => import('../../figures/query-drawer.tsx'));

const VIEWS = ['table', 'chart'] as const;

interface FigureAnswerProps {
  /** The answer in words, without the passages that follow it. */
  content: string;
  data: AssistantData;
  onQuery: ((query: SemanticQuery) => void) | undefined;
}

/** An answer with figures, computed with the reader's present rights, and how the question was understood. */
export default function FigureAnswer({ content, data, onQuery }: FigureAnswerProps) {
  const [query, setQuery] = useState<SemanticQuery | null>(data.query);
  const change = (next: SemanticQuery) => {
    setQuery(next);
    onQuery?.(next);
  };
  if (query !== null) return <Figures content={content} data={data} query={query} onChange={change} />;
  // The content lists what can be chosen, too: its first paragraph says why.
  const [lead = ''] = content.split('\n\n- ');
  return (
    <div className={classes.figures}>
      <AssistantAnswer content={lead} />
      <ul className={classes.choices}>
        {data.choices.map((choice) => (
          <li key={JSON.stringify(choice.query)}>
            <UnstyledButton className={classes.choice} onClick={() => change(choice.query)}>
              {choice.title}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FiguresProps {
  content: string;
  data: AssistantData;
  query: SemanticQuery;
  onChange: (query: SemanticQuery) => void;
}

function Figures({ content, data, query, onChange }: FiguresProps) {
  const { t, i18n } = useTranslation();
  const language = i18n.language === 'tr' ? 'tr' : 'en';
  const figure = useFigure();
  const reading = useQuery(readingQuery(data.question, query, language));
  const result = useQuery(figuresQuery(query));
  const failure = reading.error ?? result.error;
  if (failure) {
    const { title, message } = errorText(failure, t);
    return (
      <Notice tone="warning" title={title}>
        {message}
      </Notice>
    );
  }
  // Until the figures are there, the answer in words is the same; of a changed part there is none yet.
  if (!reading.data || !result.data)
    return query === data.query ? (
      <AssistantAnswer content={content} />
    ) : (
      <p className={classes.note} role="status">
        {t('assistant.figures.loading')}
      </p>
    );
  return (
    <div className={classes.figures}>
      {data.sentence !== undefined && query === data.query && (
        <PlacedSentence sentence={data.sentence} reading={reading.data} result={result.data} />
      )}
      <ReadingChips reading={reading.data} onChange={onChange} />
      {query.kind === 'benchmark' ? (
        <>
          <ComparedFigures reading={reading.data} result={result.data} />
          {data.view === 'chart' && <p className={classes.note}>{t('assistant.figures.noChart.comparison')}</p>}
        </>
      ) : (
        <Shown reading={reading.data} result={withRanges(result.data, reading.data, { t, figure })} view={data.view} />
      )}
      <Sources reading={reading.data} result={result.data} isDefined={data.passages === ''} />
      <Further question={data.question} reading={reading.data} result={result.data} />
    </div>
  );
}

/** A language model's sentence, with the figures that the reader may see now. */
function PlacedSentence({
  sentence,
  reading,
  result,
}: {
  sentence: string;
  reading: QuestionReading;
  result: QueryResult;
}) {
  const { t, i18n } = useTranslation();
  const figure = useFigure();
  const localize = useLocalize();
  const columns = shownColumns(result, localize);
  const text = placeFigures(sentence, result, (value, column) => {
    const shown = columns.find(({ name }) => name === column.name);
    if (column.role !== 'dimension' && column.format) return figure(figureOf(value), column.format);
    return shown ? cellText(value, shown, reading, { t, language: i18n.language }) : '';
  });
  // Of figures that are not there any more, nothing is said.
  return text === null ? null : <p>{text}</p>;
}

function Shown({
  reading,
  result,
  view,
}: {
  reading: QuestionReading;
  result: QueryResult;
  view: AssistantData['view'];
}) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const figure = useFigure();
  const [chosen, choose] = useState<'chart' | 'table'>(view ?? 'table');
  const columns = shownColumns(result, localize);
  const subtotals = subtotalRows(result);
  const rows = subtotals.length > 0 ? subtotals : memberRows(result);
  const found = chartOf(columns, rows, reading.query);
  const chart = typeof found === 'string' ? null : found;
  const none = typeof found === 'string' && chosen === 'chart' && rows.length > 0 && (
    <p className={classes.note}>{t(`assistant.figures.noChart.${found}`)}</p>
  );
  if (rows.length === 0) return <p>{t('assistant.figures.none')}</p>;
  if (rows.length === 1 && columns.every(({ isFigure }) => isFigure))
    return (
      <>
        <dl className={classes.single}>
          {columns.map(({ name, title, column, place }) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>{column.format ? figure(figureOf(rows[0]![place]), column.format) : String(rows[0]![place])}</dd>
            </div>
          ))}
        </dl>
        {none}
      </>
    );
  return (
    <>
      <div className={classes.head}>
        <p className={classes.title}>{reading.title}</p>
        {chart && (
          <div className={classes.views} role="group" aria-label={t('assistant.figures.view')}>
            {VIEWS.map((one) => (
              <UnstyledButton
                key={one}
                className={classes.view}
                aria-pressed={one === chosen}
                onClick={() => choose(one)}
              >
                {t(`assistant.figures.${one}`)}
              </UnstyledButton>
            ))}
          </div>
        )}
      </div>
      {chart && chosen === 'chart' ? (
        <Suspense fallback={<FigureTable reading={reading} result={result} columns={columns} rows={rows} />}>
          <FigureChart
            reading={reading}
            chart={chart}
            columns={columns}
            total={`${new Intl.NumberFormat(i18n.language).format(rows.length)}${result.meta.truncated ? '+' : ''}`}
          />
        </Suspense>
      ) : (
        <FigureTable reading={reading} result={result} columns={columns} rows={rows} />
      )}
      {none}
    </>
  );
}

/** What the measures mean, and the day that the figures are of. */
function Sources({
  reading,
  result,
  isDefined,
}: {
  reading: QuestionReading;
  result: QueryResult;
  /** False where passages define the measures. */
  isDefined: boolean;
}) {
  const { t, i18n } = useTranslation();
  const { asOf } = result.meta;
  const defined = reading.parts.filter(({ definition }) => isDefined && definition !== null);
  return (
    <>
      {defined.length > 0 && (
        <ul className={classes.definitions} aria-label={t('assistant.figures.definitions')}>
          {defined.map(({ key, meaning, definition }) => (
            <li key={key}>
              <strong>{meaning}</strong>: {definition}
            </li>
          ))}
        </ul>
      )}
      {asOf !== null && (
        <p className={classes.note}>{t('assistant.figures.asOf', { date: formatDay(asOf, i18n.language) })}</p>
      )}
    </>
  );
}

/** What else there is of the figures: their query, and a report of them. */
function Further({ question, reading, result }: { question: string; reading: QuestionReading; result: QueryResult }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const [isQuery, setQuery] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const report = useOpenAsReport(question, reading);
  const titleOf = (name: string) =>
    result.columns.find((column) => column.name === name)?.title ??
    ({ en: reading.parts.find(({ key }) => key === `measure:${name}`)?.meaning ?? name } as const);
  return (
    <>
      <div className={classes.further}>
        <Button
          ref={button}
          variant="default"
          size="xs"
          leftSection={<IconCode size={16} stroke={1.7} aria-hidden />}
          onClick={() => setQuery(true)}
        >
          {t('assistant.figures.query')}
        </Button>
        {report.kind === 'possible' && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconReportAnalytics size={16} stroke={1.7} aria-hidden />}
            loading={report.isOpening}
            onClick={report.open}
          >
            {t('assistant.figures.report')}
          </Button>
        )}
      </div>
      {report.kind === 'impossible' && (
        <p className={classes.note}>{t(`assistant.figures.noReport.${report.reason}`)}</p>
      )}
      {isQuery && (
        <Suspense>
          <QueryDrawer
            query={reading.query}
            subtitle={reading.title}
            titleOf={(name) => localize(titleOf(name))}
            onClose={() => {
              setQuery(false);
              // The drawer that had the focus is gone.
              requestAnimationFrame(() => button.current?.focus());
            }}
          />
        </Suspense>
      )}
    </>
  );
}
