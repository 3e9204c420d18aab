import type { QueryMeta, QueryResult } from '@rise/contract';
import { UnmappedNote } from '../../../figures/unmapped-note.tsx';
import { titleOf } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { Answer } from '../report-run.ts';

type Unmapped = QueryMeta['unmapped'][number];

/** How much of a tile's figures comes from rows with unmapped codes, one line for each field of codes. */
export function UnmappedNotes({ answer }: { answer: Answer }) {
  const { report } = useOpenReport();
  return notesOf(answer).map(({ result, unmapped }) => (
    <UnmappedNote key={unmapped.dimension} unmapped={unmapped} titleOf={(name) => titleOf(report, result, name)} />
  ));
}

/** Each field once, with the result of the tile in which most rows are unmapped. */
function notesOf(answer: Answer): { result: QueryResult; unmapped: Unmapped }[] {
  const notes = new Map<string, { result: QueryResult; unmapped: Unmapped }>();
  for (const item of Object.values(answer))
    for (const unmapped of item?.result.meta.unmapped ?? []) {
      const known = notes.get(unmapped.dimension);
      if (!known || known.unmapped.share < unmapped.share)
        notes.set(unmapped.dimension, { result: item!.result, unmapped });
    }
  return [...notes.values()];
}
