import { Button } from '@mantine/core';
import { useLanguage } from '@rise/shell/language';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { makeChange } from '../../client/changes.ts';
import type { CallResult } from '../../client/client.ts';
import { demoQuery, useOptimisticCall } from '../../client/queries.ts';
import { useHelpTexts } from './help-center.texts.ts';
import classes from './help-center.module.css';

type Votes = CallResult<'GET /api/apps/help-center/votes'>;

/** Asks whether a question or a guide was helpful. A second click takes the vote back. */
export function Helpful({ id, title }: { id: string; title: string }) {
  const t = useHelpTexts();
  const query = demoQuery('helpCenter', 'GET /api/apps/help-center/votes', useLanguage());
  const { data: votes = [] } = useQuery(query);
  const save = useOptimisticCall('PATCH /api/apps/help-center/vote', query, (before: Votes, { body }) => [
    ...before.filter((vote) => vote.id !== body.id),
    ...(body.isHelpful === null ? [] : [{ id: body.id, isHelpful: body.isHelpful }]),
  ]);
  const vote = votes.find((each) => each.id === id)?.isHelpful ?? null;
  const choose = (chosen: boolean) => {
    const isHelpful = vote === chosen ? null : chosen;
    void makeChange({
      kind: 'change',
      what: t('voteOn', { title }),
      target: `${id} vote`,
      make: () => save.mutateAsync({ body: { id, isHelpful } }),
    });
  };
  return (
    <div className={classes['helpful']} role="group" aria-label={t('helpfulAbout', { title })}>
      <span>{t('helpful')}</span>
      <Button
        size="compact-sm"
        variant={vote === true ? 'filled' : 'default'}
        leftSection={<IconThumbUp size={14} />}
        aria-pressed={vote === true}
        onClick={() => choose(true)}
      >
        {t('yes')}
      </Button>
      <Button
        size="compact-sm"
        variant={vote === false ? 'filled' : 'default'}
        leftSection={<IconThumbDown size={14} />}
        aria-pressed={vote === false}
        onClick={() => choose(false)}
      >
        {t('no')}
      </Button>
      <span role="status">{vote === null ? '' : t('thanks')}</span>
    </div>
  );
}
