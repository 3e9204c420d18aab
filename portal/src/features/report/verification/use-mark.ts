import type { Report } from '@rise/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Changes the verified mark of a report, which is shown with it and in lists. */
export function useMark<Input>({ id }: Report, run: (input: Input) => Promise<unknown>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all([['report', id], ['reports']].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}
