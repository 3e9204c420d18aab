import '@mantine/core/styles/Stack.layer.css';
import { Button, Radio, Stack } from '@mantine/core';
import type { SupportAccess } from '@rise/contract';
import { SUPPORT_ACCESS, SUPPORT_PAGE } from '@rise/contract/support-words';
import { ErrorState, ListSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { ListPages } from '../../page-frame/list-pages.tsx';
import { supportQuery, useSetAccess } from './organization.queries.ts';
import { VisitItem } from './visit-item.tsx';
import cards from '../../embedding/cards.module.css';
import classes from './organization.module.css';

/** Who may enter the tenant for support, who asks to, and who did. */
export function SupportSection() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const found = useQuery(supportQuery(page));
  const heading = useRef<HTMLHeadingElement>(null);
  // What was done, for those who do not see the list change.
  const [message, setMessage] = useState('');
  return (
    <section className={cards.card} aria-labelledby="support">
      <h2 id="support" ref={heading} tabIndex={-1} className={cards.heading}>
        {t('organization.support.title')}
      </h2>
      <p className={classes.hint}>{t('organization.support.help')}</p>
      <p role="status" className={classes.message}>
        {message}
      </p>
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={3} />
      ) : (
        <>
          <Access access={found.data.access} onDone={setMessage} />
          <h3 className={classes.subheading}>{t('organization.support.visits')}</h3>
          {found.data.visits.length === 0 ? (
            <p className={classes.hint}>{t('organization.support.none')}</p>
          ) : (
            <ul className={cards.list}>
              {found.data.visits.map((visit) => (
                <VisitItem
                  key={visit.id}
                  visit={visit}
                  onDone={(text) => {
                    setMessage(text);
                    // What had the focus is gone.
                    heading.current?.focus();
                  }}
                />
              ))}
            </ul>
          )}
          <ListPages
            label={t('organization.support.pages')}
            page={page}
            size={SUPPORT_PAGE}
            total={found.data.total}
            onChange={setPage}
          />
        </>
      )}
    </section>
  );
}

/** A choice ends visits or lets people in: it is stored by a button, not by the arrow keys that lead to it. */
function Access({ access, onDone }: { access: SupportAccess; onDone: (message: string) => void }) {
  const { t } = useTranslation();
  const set = useSetAccess();
  const [draft, setDraft] = useState<SupportAccess | null>(null);
  const radios = useRef<HTMLDivElement>(null);
  const chosen = draft ?? access;
  const isChanged = chosen !== access;
  const save = () =>
    set.mutate(chosen, {
      onSuccess: () => {
        setDraft(null);
        onDone(t('organization.support.saved'));
        // The button is disabled again.
        radios.current?.querySelector<HTMLElement>(`[value="${chosen}"]`)?.focus();
      },
    });
  return (
    <>
      <Radio.Group
        label={t('organization.support.access')}
        value={chosen}
        onChange={(value) => {
          set.reset();
          onDone('');
          setDraft(SUPPORT_ACCESS.find((one) => one === value) ?? null);
        }}
      >
        <Stack ref={radios} gap={12} mt={8}>
          {SUPPORT_ACCESS.map((value) => (
            <Radio
              key={value}
              size="sm"
              value={value}
              label={t(`organization.support.accesses.${value}.name`)}
              description={t(`organization.support.accesses.${value}.help`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isChanged && (
        <p role="status" className={classes.consequence}>
          {t(`organization.support.consequence.${chosen}`)}
        </p>
      )}
      {set.error && (
        <p role="alert" className={cards.error}>
          {errorText(set.error, t).message}
        </p>
      )}
      <div className={classes.save}>
        <Button disabled={!isChanged} loading={set.isPending} onClick={save}>
          {t('organization.support.save')}
        </Button>
      </div>
    </>
  );
}
