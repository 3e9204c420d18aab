import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../client/client.ts';

/** Below the key of the conversations: read again after each answer, with which the model may be used up. */
const modeQuery = queryOptions({
  queryKey: ['assistant', 'mode'],
  queryFn: ({ signal }) => client.call('GET /api/v1/openai/mode', { signal }),
  staleTime: 60_000,
});

/** Says what answers questions: a language model by its name, or none; null while that is not known. */
export function useModeNote(isShown = true): string | null {
  const { t } = useTranslation();
  const { data } = useQuery({ ...modeQuery, enabled: isShown });
  if (!data) return null;
  const { model, isUsedUp } = data;
  if (model === null) return t('assistant.mode.none');
  return t(isUsedUp ? 'assistant.mode.usedUp' : 'assistant.mode.model', { model });
}
