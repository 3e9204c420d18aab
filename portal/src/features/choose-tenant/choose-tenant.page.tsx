import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { PageFrame } from '../../page-frame/page-frame.tsx';
import { localPath } from '../../routing/local-path.ts';
import type { SearchParams } from '@rise/ui/search-params';
import { HOME } from '../../routing/access.ts';
import { AppLink } from '../../routing/link.tsx';
import { useSession } from '../../session/session.ts';
import { signOut } from '../../session/sign-out.ts';
import { useSettings } from '../../settings/settings.ts';
import { useEnterTenant } from '../../routing/enter-tenant.ts';
import classes from './choose-tenant.module.css';

/** Members of several organizations choose one, then continue to the requested page. */
export default function ChooseTenantPage() {
  const { t } = useTranslation();
  const { signIn } = useSettings();
  const { account, kind, tenant, tenants } = useSession();
  const isAbove = kind === 'global';
  const search: SearchParams = useSearch({ strict: false });
  const enter = useEnterTenant();
  const entering = useMutation({ mutationFn: (id: string) => enter(id, localPath(search.returnTo) ?? undefined) });
  return (
    <PageFrame {...(isAbove && { logoHref: HOME })}>
      <section className={classes.card}>
        <h1 className={classes.title}>{t('chooseTenant.title')}</h1>
        {tenants.length === 0 ? (
          <div className={classes.none}>
            <p>{t(isAbove ? 'chooseTenant.support.title' : 'chooseTenant.none.title')}</p>
            <p className={classes.why}>{t(isAbove ? 'chooseTenant.support.text' : 'chooseTenant.none.text')}</p>
          </div>
        ) : (
          <p className={classes.lead}>{t('chooseTenant.lead', { email: account.email, count: tenants.length })}</p>
        )}
        {tenants.length > 0 && (
          <ul className={classes.list}>
            {tenants.map((option) => (
              <li key={option.id}>
                <button
                  type="button"
                  className={classes.option}
                  disabled={entering.isPending}
                  aria-current={option.id === tenant?.id || undefined}
                  onClick={() => entering.mutate(option.id)}
                >
                  <span className={classes.initial} aria-hidden>
                    {option.name.charAt(0)}
                  </span>
                  <span className={classes.name}>{option.name}</span>
                  <IconChevronRight size={18} aria-hidden className={classes.arrow} />
                </button>
              </li>
            ))}
          </ul>
        )}
        {entering.isError && (
          <p role="alert" className={classes.error}>
            {errorText(entering.error, t).message}
          </p>
        )}
        <div className={classes.acts}>
          {isAbove && (
            <>
              <Button component={AppLink} href="/tenants" {...(tenants.length > 0 && { variant: 'default' })}>
                {t('chooseTenant.support.link')}
              </Button>
              <Button component={AppLink} href={HOME} variant="default">
                {t('home.pageTitle')}
              </Button>
            </>
          )}
          <Button onClick={() => signOut(signIn.signOutPath)} variant="subtle">
            {t('userMenu.signOut')}
          </Button>
        </div>
      </section>
    </PageFrame>
  );
}
