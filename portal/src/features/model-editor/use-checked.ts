import { useDebouncedValue } from '@mantine/hooks';
import type { CatalogDataset } from '@rise/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { checkQuery } from './model-editor.queries.ts';

/** Time without a key after which the text is checked. */
const CHECK_MS = 500;

interface ValidText {
  document: string;
  datasets: readonly CatalogDataset[];
}

/** The errors of the text as of the last pause, and the last text that had none. */
export function useChecked(text: string) {
  const [settled] = useDebouncedValue(text, CHECK_MS);
  const isEmpty = text.trim() === '';
  const check = useQuery({ ...checkQuery(settled), enabled: settled.trim() !== '', placeholderData: keepPreviousData });
  const { data, isPlaceholderData, error } = check;
  const [valid, setValid] = useState<ValidText | null>(null);
  const result = isPlaceholderData ? undefined : data;
  if (result && result.issues.length === 0 && valid?.document !== settled)
    setValid({ document: settled, datasets: result.datasets });
  const current = settled === text ? result : undefined;
  const issues = useMemo(() => (isEmpty ? [] : (data?.issues ?? [])), [isEmpty, data]);
  return { current, issues, valid, checking: !isEmpty && current === undefined && error === null, error };
}
