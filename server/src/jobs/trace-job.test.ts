import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../kernel/errors/user-error.ts';
import { inSpan, startSpan, traceFields, useTracer, type Span, type SpanStart } from '../kernel/tracing.ts';
import { noteJobFailure, noteJobStopped, traceJob } from './trace-job.ts';

interface Recorded extends SpanStart {
  readonly noted: Record<string, unknown>;
  code: string | null;
  isEnded: boolean;
}

let recorded: Recorded[] = [];
let restore: () => void;
beforeEach(() => {
  recorded = [];
  restore = useTracer({
    start(start) {
      const record: Recorded = { ...start, noted: { ...start.attributes }, code: null, isEnded: false };
      recorded.push(record);
      return {
        traceId: 'trace',
        spanId: String(recorded.length),
        set: (attributes) => void Object.assign(record.noted, attributes),
        fail: (code) => void (record.code = code),
        end: () => void (record.isEnded = true),
      };
    },
  });
});
afterEach(() => restore());

const outcome = () => recorded.map(({ noted, code, isEnded }) => [noted['rise.job.outcome'], code, isEnded]);

test('a job that returns is done, and what it does is a part of it', async () => {
  const start = { name: 'query', kind: 'client', attributes: {} } as const;
  const result = await traceJob('import', 't1', async () => {
    await Promise.resolve();
    startSpan(start)!.end();
    return traceFields();
  });
  expect(result).toEqual({ trace_id: 'trace', span_id: '1' });
  expect(outcome()[0]).toEqual(['done', null, true]);
  expect(recorded[0]).toMatchObject({ name: 'job import', parent: null, cause: null });
  expect(recorded[0]!.noted).toMatchObject({ 'rise.job.kind': 'import', 'rise.tenant.id': 't1' });
  expect(recorded[1]!.parent).toMatchObject({ spanId: '1' });
});

test.each<[string, () => unknown, [string, string | null]]>([
  ['throws', () => { throw new TypeError('Ada’s balance is 12'); }, ['failed', 'TypeError']],
  ['throws an error with a code', () => { throw Object.assign(new Error('x'), { code: 'ENOSPC' }); }, ['failed', 'ENOSPC']],
  ['throws an error for its caller', () => { throw new UserError('BUSY'); }, ['failed', 'BUSY']],
  ['throws something with a text for a code', () => { throw { code: 'ada@alder.example refused' }; }, ['failed', 'Error']],
  ['records a failure and returns', () => noteJobFailure('no_rows'), ['failed', 'no_rows']],
  ['records a failure by its message', () => noteJobFailure('Ada’s balance is 12'), ['failed', 'Error']],
  ['was stopped', () => noteJobStopped(), ['stopped', null]],
])('a job that %s says so, without what it was about', async (_name, work, [expected, code]) => {
  await traceJob('copy', null, async () => work()).catch(() => undefined);
  expect(outcome()).toEqual([[expected, code, true]]);
  expect(recorded[0]!.noted).not.toHaveProperty('rise.tenant.id');
}); // prettier-ignore

test('a job inside another one has a trace of its own, and only its own outcome', async () => {
  await traceJob('copy', 't1', () => traceJob('import', 't1', async () => noteJobFailure('types')));
  expect(outcome()).toEqual([['done', null, true], ['failed', 'types', true]]); // prettier-ignore
  expect(recorded[1]).toMatchObject({ parent: null, cause: { spanId: '1' } });
});

test('without a tracer the work is run, and nothing else', async () => {
  restore();
  const work = async () => {
    noteJobFailure('types');
    noteJobStopped();
    return inSpan(startSpan({ name: 'x', kind: 'internal', attributes: {} }) as Span | null, traceFields);
  };
  expect(await traceJob('mail', null, work)).toEqual({});
  expect(recorded).toEqual([]);
});
