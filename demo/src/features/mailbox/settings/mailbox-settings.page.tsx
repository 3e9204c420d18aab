import { Switch } from '@mantine/core';
import { useLanguage } from '@rise/shell/language';
import { DetailSection, ListSkeleton, Page, PageHeader, SegmentedChoice } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { makeChange } from '../../../client/changes.ts';
import type { CallArguments, CallResult } from '../../../client/client.ts';
import { demoQuery, useDemoQuery, useOptimisticCall } from '../../../client/queries.ts';
import { QueryContent } from '../../../components/query-content.tsx';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { LabelEditor } from './label-editor.tsx';
import { NewLabel } from './new-label.tsx';
import classes from './settings.module.css';

type Settings = CallResult<'GET /api/apps/mailbox/settings'>;
type Change = CallArguments<'PATCH /api/apps/mailbox/settings'>['body']['settings'];

/** Where the open mail is shown, the single keys, and the labels. */
export default function MailboxSettingsPage() {
  const t = useMailboxTexts();
  const labels = useDemoQuery('mailbox', 'GET /api/apps/mailbox/labels');
  return (
    <Page width="narrow">
      <PageHeader
        title={t('settingsTitle')}
        purpose={t('settingsPurpose')}
        back={{ href: '/apps/mailbox/inbox/1', label: t('title') }}
      />
      <div className={classes['card']}>
        <Choices />
      </div>
      <div className={classes['card']}>
        <DetailSection title={t('labels')}>
          <NewLabel />
          <QueryContent query={labels} fallback={<ListSkeleton rows={4} />}>
            {(all) =>
              all.length === 0 ? (
                <p className={classes['none']}>{t('noLabels')}</p>
              ) : (
                <ul className={classes['labels']} aria-label={t('labels')}>
                  {all.map((label) => (
                    <LabelEditor key={label.id} label={label} />
                  ))}
                </ul>
              )
            }
          </QueryContent>
        </DetailSection>
      </div>
    </Page>
  );
}

function Choices() {
  const t = useMailboxTexts();
  const query = demoQuery('mailbox', 'GET /api/apps/mailbox/settings', useLanguage());
  const settings = useQuery(query);
  const save = useOptimisticCall('PATCH /api/apps/mailbox/settings', query, (before: Settings, { body }) => ({
    ...before,
    ...(body.settings as Partial<Settings>),
  }));
  const set = (change: Change) =>
    void makeChange({
      kind: 'change',
      what: t('theSettings'),
      target: `mailbox ${Object.keys(change).join(' ')}`,
      make: () => save.mutateAsync({ body: { settings: change } }),
    });
  return (
    <QueryContent query={settings} fallback={<ListSkeleton rows={2} />}>
      {({ messageLayout, singleKeys }) => (
        <>
          <DetailSection title={t('layout')}>
            <p className={classes['help']}>{t('layoutHelp')}</p>
            <SegmentedChoice
              label={t('layout')}
              value={messageLayout}
              options={[
                { value: 'right', label: t('layoutRight') },
                { value: 'bottom', label: t('layoutBottom') },
              ]}
              onChange={(next) => set({ messageLayout: next })}
            />
          </DetailSection>
          <DetailSection title={t('keys')}>
            <Switch
              label={t('singleKeys')}
              description={t('singleKeysHelp')}
              checked={singleKeys !== false}
              onChange={({ currentTarget }) => set({ singleKeys: currentTarget.checked })}
            />
          </DetailSection>
        </>
      )}
    </QueryContent>
  );
}
