import { Button } from '@mantine/core';
import type { Branding } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { ErrorState, ListSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TenantDefaultFields } from '../../appearance/tenant-default-fields.tsx';
import { errorText } from '../../client/error-text.ts';
import { PICTURE_TYPES } from '../../pictures/picture-file.ts';
import { useSession } from '../../session/session.ts';
import { brandingQuery, useRemoveLogo, useSetBranding, useSetLogo } from './organization.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './organization.module.css';

type Done = 'branding.saved' | 'branding.logo.uploaded' | 'branding.logo.removed';

/** The tenant's logo, and the language and color of its people who chose none. */
export function BrandingSection() {
  const { t } = useTranslation();
  const found = useQuery(brandingQuery);
  const set = useSetBranding();
  // What was done, for those who do not see it: in the language that it may have changed.
  const [done, setDone] = useState<Done | null>(null);
  return (
    <section className={cards.card} aria-labelledby="branding">
      <h2 id="branding" className={cards.heading}>
        {t('branding.title')}
      </h2>
      <p className={classes.hint}>{t('branding.help')}</p>
      <p role="status" className={classes.message}>
        {done && t(done)}
      </p>
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={3} />
      ) : (
        <div className={cards.form}>
          <LogoSetting logo={found.data.logo} onDone={setDone} />
          <TenantDefaultFields
            value={set.isPending ? { ...found.data, ...set.variables } : found.data}
            onChange={(change) => {
              setDone(null);
              set.mutate(change, { onSuccess: () => setDone('branding.saved') });
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

function LogoSetting({ logo, onDone }: { logo: Branding['logo']; onDone: (done: Done | null) => void }) {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const set = useSetLogo();
  const remove = useRemoveLogo();
  const upload = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // The same file can be chosen again after an error.
    event.currentTarget.value = '';
    if (!file) return;
    onDone(null);
    remove.reset();
    set.mutate(file, { onSuccess: () => onDone('branding.logo.uploaded') });
  };
  const error = set.error ?? remove.error;
  return (
    <div role="group" aria-labelledby="logo" className={classes.logo}>
      <h3 id="logo" className={cards.name}>
        {t('branding.logo.title')}
      </h3>
      {logo !== null && (
        <span className={classes.plate}>
          <img src={logo} alt={t('branding.logo.alt', { tenant: tenant?.name ?? '' })} />
        </span>
      )}
      <div className={classes.buttons}>
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES.join(',')}
          hidden
          aria-label={t('branding.logo.choose')}
          onChange={upload}
        />
        <Button ref={button} variant="default" loading={set.isPending} onClick={() => input.current?.click()}>
          {logo === null ? t('branding.logo.upload') : t('branding.logo.replace')}
        </Button>
        {logo !== null && (
          <Button
            variant="subtle"
            loading={remove.isPending}
            onClick={() => {
              onDone(null);
              set.reset();
              remove.mutate(undefined, {
                onSuccess: () => {
                  onDone('branding.logo.removed');
                  // What had the focus is gone.
                  button.current?.focus();
                },
              });
            }}
          >
            {t('branding.logo.remove')}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{t('branding.logo.help')}</p>
      {error !== null && (
        <p role="alert" className={cards.error}>
          {isRefused(error) ? t('branding.logo.refused') : errorText(error, t).message}
        </p>
      )}
    </div>
  );
}
