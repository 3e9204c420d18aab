import type { AssistantData, SemanticQuery } from '@rise/contract';
import { Suspense, lazy } from 'react';
import { AssistantAnswer } from './assistant-answer.tsx';

const FigureAnswer = lazy(() => import('./figure-answer.tsx'));

interface AnsweredLineProps {
  content: string;
  /** What the answer's figures are of; absent for one without. */
  data: AssistantData | undefined;
  /** Receives the query that the figures are of, when a part of it is changed. */
  onQuery?: ((query: SemanticQuery) => void) | undefined;
}

/**
 * An answer: as text, or with figures that the reader can change. The text stands in until they are there; the passages
 * below it stay what they are, so that a focus on a source is not lost when the figures arrive.
 */
export function AnsweredLine({ content, data, onQuery }: AnsweredLineProps) {
  if (!data || (data.query === null && data.choices.length === 0)) return <AssistantAnswer content={content} />;
  const { passages } = data;
  const words = passages !== '' && content.endsWith(passages) ? content.slice(0, -passages.length).trimEnd() : content;
  return (
    <>
      <Suspense fallback={<AssistantAnswer content={words} />}>
        <FigureAnswer content={words} data={data} onQuery={onQuery} />
      </Suspense>
      {passages !== '' && <AssistantAnswer content={passages} />}
    </>
  );
}
