import { useLanguage } from '@rise/shell/language';
import { useAddress } from '@rise/shell/routing';
import type { CallResult } from '../../client/client.ts';
import { demoQuery, useOptimisticCall } from '../../client/queries.ts';

export type OpenCourse = NonNullable<CallResult<'GET /api/apps/academy/courses/course'>>;
type Progress = OpenCourse['progress'];

/** In the address in place of a step's number. */
const END = 'end';

export interface Reading {
  /** Index of the shown step; null: the course was just completed. */
  readonly current: number | null;
  /** The address names no step, and reading goes on where it stopped. */
  readonly isResumed: boolean;
  readonly go: (step: number) => void;
  readonly finish: () => void;
  /** The completion is being saved. */
  readonly isFinishing: boolean;
  /** The last progress could not be saved. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Where a visitor is in a course. Rereading an earlier step does not lower the stored progress. */
export function useReading({ id, steps, progress }: OpenCourse): Reading {
  const { search, setSearch } = useAddress();
  const query = demoQuery('academy', 'GET /api/apps/academy/courses/course', useLanguage(), { query: { id } });
  const save = useOptimisticCall('PATCH /api/apps/academy/courses/course', query, (before: OpenCourse, { body }) => ({
    ...before,
    progress: { ...before.progress, ...body.course.progress } as Progress,
  }));
  const request = search['step'] ?? '';
  const index = Number(request) - 1;
  const isNamed = Number.isInteger(index) && index in steps;
  const isEnd = request === END && progress.completed > 0;
  const store = (changed: Partial<Progress>, onSuccess?: () => void) =>
    save.mutate({ body: { id, course: { progress: changed } } }, { ...(onSuccess && { onSuccess }) });
  const finish = () =>
    store({ currentStep: 0, completed: progress.completed + 1 }, () => setSearch({ step: END }, 'push'));
  return {
    current: isEnd ? null : isNamed ? index : progress.currentStep,
    isResumed: !isEnd && !isNamed && progress.currentStep > 0,
    go: (step) => {
      setSearch({ step: String(step + 1) }, 'push');
      if (step > progress.currentStep) store({ currentStep: step });
    },
    finish,
    isFinishing: save.isPending && save.variables.body.course.progress?.completed !== undefined,
    hasFailed: save.isError,
    retry: () => {
      const failed = save.variables?.body.course.progress;
      if (failed?.completed !== undefined) finish();
      else if (failed) store(failed as Partial<Progress>);
    },
  };
}
