import { JOB_KINDS, type JobKind } from '@rise/contract/system-words';
import type { SearchParams } from '@rise/ui/search-params';

/** Which failed jobs are listed, as stored in the address: `?kind=mail&dismissed=yes&page=2`. */
export interface SystemState {
  /** Null: all. */
  kind: JobKind | null;
  dismissed: boolean;
  page: number;
}

export function readSystemState(params: SearchParams): SystemState {
  return {
    kind: JOB_KINDS.find((kind) => kind === params.kind) ?? null,
    dismissed: params.dismissed === 'yes',
    page: /^[1-9]\d{0,4}$/.test(params.page ?? '') ? Number(params.page) : 1,
  };
}

/** Defaults are omitted. */
export const writeSystemState = ({ kind, dismissed, page }: SystemState): Record<string, string> => ({
  ...(kind !== null && { kind }),
  ...(dismissed && { dismissed: 'yes' }),
  ...(page > 1 && { page: String(page) }),
});
