import type { Branding } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { ErrorState, ListSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LogoPicker } from '../../appearance/logo-picker.tsx';
import { TenantDefaultFields } from '../../appearance/tenant-default-fields.tsx';
import { errorText } from '../../client/error-text.ts';
import { DoneLine } from '../../page-frame/done-line.tsx';
import { storedPicture } from '../../pictures/picture-file.ts';
import { useSession } from '../../session/session.ts';
import { brandingQuery, useRemoveLogo, useSetBranding, useSetLogo } from './organization.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './organization.module.css';

type DoneText = 'branding.saved' | 'branding.logo.uploaded' | 'branding.logo.removed' | 'branding.logo.restored';

/** The tenant's logo, and the language and color of its people who chose none. */
export function BrandingSection() {
  const { t } = useTranslation();
  const found = useQuery(brandingQuery);
  const set = useSetBranding();
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

/** The file is no picture: the server's text says so in English only. */
const isRefused = (error: Error) => error instanceof ApiError && error.code === 'VALIDATION_FAILED';

interface LogoSettingProps {
  logo: Branding['logo'];
  onDone: (done: DoneText | null, restore?: () => Promise<unknown>) => void;
}

function LogoSetting({ logo, onDone }: LogoSettingProps) {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const set = useSetLogo();
  const remove = useRemoveLogo();
  const error = set.error ?? remove.error;
  return (
    <LogoPicker
      logo={logo}
      alt={t('branding.logo.alt', { tenant: tenant?.name ?? '' })}
      help={t('branding.logo.help')}
      isUploading={set.isPending}
      isRemoving={remove.isPending}
      problem={error && (isRefused(error) ? t('branding.logo.refused') : errorText(error, t).message)}
      onChoose={(file) => {
        onDone(null);
        remove.reset();
        set.mutate(file, { onSuccess: () => onDone('branding.logo.uploaded') });
      }}
      onRemove={async (done) => {
        onDone(null);
        set.reset();
        const former = logo === null ? null : await storedPicture(logo);
        remove.mutate(undefined, {
          onSuccess: () => {
            onDone('branding.logo.removed', former ? () => set.mutateAsync(former) : undefined);
            done();
          },
        });
      }}
    />
  );
}
