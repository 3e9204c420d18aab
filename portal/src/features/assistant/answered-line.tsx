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

/** An answer: as text, or with figures that the reader can change. The text stands in until they are there. */
export function AnsweredLine({ content, data, onQuery }: AnsweredLineProps) {
  const text = <AssistantAnswer content={content} />;
  if (!data || (data.query === null && data.choices.length === 0)) return text;
  return (
    <Suspense fallback={text}>
      <FigureAnswer content={content} data={data} onQuery={onQuery} />
    </Suspense>
  );
}
