import type { EvaluationGrade, EvaluationResult, Language, QuestionAnswer, SemanticQuery } from '@rise/contract';
import { withDates, writeQuery } from '../questions/query-notation.ts';

/** What a question should be understood as: a query, a query in the notation of shipped questions, or nothing. */
export type Expected =
  | { readonly kind: 'query'; readonly query: SemanticQuery; readonly title: string }
  | { readonly kind: 'notation'; readonly text: string }
  | { readonly kind: 'none' };

/** A question of a run. Parts that follow each other are separated by ` | `. */
export interface GradedQuestion {
  readonly text: string;
  readonly language: Language;
  readonly expected: Expected;
}

export interface GradingContext {
  /** Dataset that notations do not name. */
  readonly main: string;
  /** Year with whose end the data ends: periods are compared as dates. */
  readonly year: number;
}

/**
 * How an answer compares with what was expected. Figures for something else are wrong, and so are figures where nothing
 * answers; asking back or refusing is a miss at most.
 */
export function gradeAnswer(answer: QuestionAnswer, expected: Expected, context: GradingContext): EvaluationGrade {
  const text = textOf(answer, context);
  const isAsk = text.startsWith('ask ');
  const same = (one: string, other: string) => one === other || dated(one, context) === dated(other, context);
  const accepted =
    expected.kind === 'none'
      ? ['refuse']
      : expected.kind === 'query'
        ? [write(expected.query, context)]
        : expected.text.startsWith('ask|')
          ? ['ask', expected.text.slice('ask|'.length)]
          : [expected.text];
  const isRight = accepted.some((one) => {
    if (one === 'ask') return isAsk;
    if (!one.startsWith('ask ')) return same(one, text);
    return isAsk && choicesOf(answer, context).some((choice) => same(choice, one.slice('ask '.length)));
  });
  if (isRight) return 'right';
  return isAsk || text === 'refuse' ? 'missed' : 'wrong';
}

/** The answer as a screen shows it. */
export function foundIn(answer: QuestionAnswer): Pick<EvaluationResult, 'kind' | 'found' | 'parts'> {
  if (answer.kind === 'reading') {
    const { title, parts } = answer.reading;
    return { kind: 'reading', found: title, parts: parts.map(({ meaning }) => meaning) };
  }
  if (answer.kind === 'choices') return { kind: 'choices', found: '', parts: answer.choices.map(({ title }) => title) };
  return { kind: 'refusal', found: answer.message, parts: [] };
}

/** What was expected in words; null: no answer. */
export function expectedText(expected: Expected): string | null {
  if (expected.kind === 'query') return expected.title;
  return expected.kind === 'none' || expected.text === 'refuse' ? null : expected.text;
}

const write = (query: SemanticQuery, { main }: GradingContext) => writeQuery({ ...query }, main);
const dated = (text: string, { year }: GradingContext) => withDates(text, year);

const choicesOf = (answer: QuestionAnswer, context: GradingContext): string[] =>
  answer.kind === 'choices' ? answer.choices.map(({ query }) => write(query, context)) : [];

function textOf(answer: QuestionAnswer, context: GradingContext): string {
  if (answer.kind === 'refusal') return 'refuse';
  if (answer.kind === 'reading') return write(answer.reading.query, context);
  return `ask ${choicesOf(answer, context).join(' / ')}`;
}
