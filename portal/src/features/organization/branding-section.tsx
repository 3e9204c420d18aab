import { ErrorState, ListSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LogoDone, LogoSetting } from '../../appearance/logo-setting.tsx';
import { TenantDefaultFields } from '../../appearance/tenant-default-fields.tsx';
import { errorText } from '../../client/error-text.ts';
import { DoneLine } from '../../page-frame/done-line.tsx';
import { useSession } from '../../session/session.ts';
import { brandingQuery, useRemoveLogo, useSetBranding, useSetLogo } from './organization.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './organization.module.css';

type DoneText = LogoDone | 'branding.saved' | 'branding.logo.restored';

/** The tenant's logo, and the language and color of its people who chose none. */
export function BrandingSection() {
  const { t } = useTranslation();
  const found = useQuery(brandingQuery);
  const { tenant } = useSession();
  const set = useSetBranding();
  const upload = useSetLogo();
  const remove = useRemoveLogo();
  // What was done, for those who do not see it: in the language that it may have changed.
  const [done, setDone] = useState<{ text: DoneText; restore?: () => Promise<unknown> } | null>(null);
  return (
    <section className={cards.card} aria-labelledby="branding">
      <h2 id="branding" className={cards.heading}>
        {t('branding.title')}
      </h2>
      <p className={classes.hint}>{t('branding.help')}</p>
      <DoneLine
        className={classes.message}
        done={
          done && {
            message: t(done.text),
            undo: done.restore && { run: done.restore, done: t('branding.logo.restored') },
          }
        }
        onDone={() => setDone({ text: 'branding.logo.restored' })}
      />
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={3} />
      ) : (
        <div className={cards.form}>
          <LogoSetting
            logo={found.data.logo}
            tenant={tenant?.name ?? ''}
            help={t('branding.logo.help')}
            upload={upload}
            remove={remove}
            onDone={(text, restore) => setDone(text && { text, ...(restore && { restore }) })}
          />
          <TenantDefaultFields
            value={set.isPending ? { ...found.data, ...set.variables } : found.data}
            onChange={(change) => {
              setDone(null);
              set.mutate(change, { onSuccess: () => setDone({ text: 'branding.saved' }) });
            }}
          />
          {set.error && (
            <p role="alert" className={cards.error}>
              {errorText(set.error, t).message}
            </p>
          )}
        </div>
      )}
    </section>
  );
}
