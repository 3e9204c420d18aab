import type {
  EvaluationOverview,
  EvaluationResult,
  EvaluationRun,
  QuestionReading,
  SemanticQuery,
} from '@rise/contract';
import { semanticQuery } from '@rise/contract';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const ID = '55555555-5555-4555-8555-555555555555';
const BY_STATE = semanticQuery.parse({ dataset: 'call_report', measures: ['members'], dimensions: ['state'] });
const RUN: EvaluationRun = {
  id: ID,
  set: 'own',
  mode: 'rules',
  status: 'done',
  failure: null,
  total: 4,
  done: 4,
  right: 3,
  wrong: 1,
  missed: 0,
  author: 'admin@alder.example',
  startedAt: '2026-01-20T09:00:00.000Z',
  endedAt: '2026-01-20T09:00:01.000Z',
};
const RESULTS: EvaluationResult[] = [
  {
    text: 'members by state',
    language: 'en',
    expected: 'Members by State',
    grade: 'right',
    kind: 'reading',
    found: 'Members by State',
    parts: ['Members', 'by State'],
  },
  {
    text: 'weather by state',
    language: 'en',
    expected: null,
    grade: 'wrong',
    kind: 'reading',
    found: 'Loans by State',
    parts: ['Loans', 'by State'],
  },
];
const readingOf = (query: SemanticQuery): QuestionReading => ({
  title: 'Members by State',
  query,
  parts: [
    { key: 'measure:members', role: 'measure', words: null, meaning: 'Members', definition: null, format: null, alternatives: [], without: null }, // prettier-ignore
  ],
  labels: {},
  view: null,
});

async function open(change: Partial<EvaluationOverview> = {}, address = '/question-evaluation') {
  const overview: EvaluationOverview = { hasModel: false, shipped: 120, questions: [], runs: [RUN], ...change };
  server.answers['GET /api/v1/question-evaluation'] = () => Response.json(overview);
  server.answers[`GET /api/v1/question-evaluation/runs/${ID}`] = () => Response.json({ run: RUN, results: RESULTS });
  server.answers['POST /api/v1/questions'] = () => Response.json({ kind: 'reading', reading: readingOf(BY_STATE) });
  await openPortal(address, person('tenant.admin'));
  await screen.findByRole('heading', { name: 'Runs' });
}

it('shows scores, and of the chosen run what failed and why', async () => {
  await open();
  const row = within(screen.getAllByRole('row')[1]!);
  expect(row.getByText('75% (3/4)')).toBeTruthy();
  const results = within(await screen.findByRole('list', { name: /^Results of/ }));
  expect(results.getByText('weather by state')).toBeTruthy();
  expect(results.getByText('Loans by State')).toBeTruthy();
  expect(results.getByText('No answer')).toBeTruthy();
  expect(results.queryByText('members by state')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'All questions' }));
  expect(await results.findByText('members by state')).toBeTruthy();
});

it('runs the chosen set, and cancels a run that is running', async () => {
  const running: EvaluationRun = { ...RUN, status: 'running', done: 1, endedAt: null };
  let canceled = false;
  server.answers['POST /api/v1/question-evaluation/runs'] = () => Response.json(running);
  server.answers[`DELETE /api/v1/question-evaluation/runs/${ID}`] = () => {
    canceled = true;
    return Response.json({ deleted: true });
  };
  await open({ runs: [] });
  expect(screen.getByText('No runs yet')).toBeTruthy();
  server.answers['GET /api/v1/question-evaluation'] = () =>
    Response.json({ hasModel: false, shipped: 120, questions: [], runs: [canceled ? RUN : running] });
  await userEvent.click(screen.getByRole('button', { name: 'Run' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Cancel the run of/ }));
  expect(server.sent('POST /api/v1/question-evaluation/runs')).toEqual([{ set: 'shipped', mode: 'rules' }]);
  expect(await screen.findByRole('button', { name: /^Delete the run of/ })).toBeTruthy();
});

it('adds a question of a person with what it should be understood as', async () => {
  server.answers['POST /api/v1/question-evaluation/questions'] = () =>
    Response.json({ id: ID, text: 'how many people', language: 'en', expected: BY_STATE, expectedTitle: 'Members by State', author: null, savedAt: RUN.startedAt }); // prettier-ignore

  await open({ runs: [] }, '/question-evaluation?question=how+many+people');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Question' }).value).toBe('how many people');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add question' }).disabled).toBe(true);
  await fill(screen.getByRole('textbox', { name: /^In other words/ }), 'members by state');
  await userEvent.click(screen.getByRole('button', { name: 'Read' }));
  expect(await screen.findByText('Members by State')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add question' }));
  await screen.findByText('No questions of your own yet');
  expect(server.sent('POST /api/v1/questions')[0]).toEqual({ question: 'members by state', language: 'en' });
  expect(server.sent('POST /api/v1/question-evaluation/questions')).toMatchObject([
    { text: 'how many people', language: 'en', expected: { measures: ['members'] } },
  ]);
});
