import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { HOME, landingPage } from '../../routing/access.ts';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import type { Navigation } from '@rise/contract';
import { navigationLinks } from '@rise/shell/navigation';
import { navigationQuery } from '../../navigation/navigation.queries.ts';
import { useRouteTable } from '../../routing/route-context.ts';
import { useSession } from '../../session/session.ts';
import { reportsQuery, useSaveLandingPage } from './user.queries.ts';
import classes from './user.module.css';

const NONE: Navigation = { default: [], compact: [], futuristic: [], horizontal: [] };

/** The page that opens after sign-in; saved with the account, so it applies on every device. */
export function LandingPageSetting() {
  const { t } = useTranslation();
  const localize = useLocalize();
  const session = useSession();
  const table = useRouteTable();
  const reports = useQuery({ ...reportsQuery, enabled: session.tenant !== null });
  const menus = useQuery(navigationQuery).data?.menus ?? NONE;
  const save = useSaveLandingPage();
  const stored = (save.isPending ? save.variables : session.defaultLandingPage) ?? HOME;
  const pages = navigationLinks(menus)
    .filter(({ link }) => landingPage({ ...session, defaultLandingPage: link! }, table) === link)
    .map(({ link, title }) => ({ value: link!, label: title }));
  const ownReports = (reports.data?.reports ?? []).map((report) => ({
    value: `/reports/${report.id}`,
    label: localize(report.title),
  }));
  const known = [...pages, ...ownReports].some((option) => option.value === stored);
  const options = [
    { group: t('user.start.pages'), items: known ? pages : [...pages, { value: stored, label: stored }] },
    ...(ownReports.length > 0 ? [{ group: t('user.start.reports'), items: ownReports }] : []),
  ];
  return (
    <div className={classes.settings}>
      <NativeSelect
        label={t('user.start.label')}
        description={t('user.start.help')}
        data={options}
        value={stored}
        onChange={(event) => save.mutate(event.currentTarget.value === HOME ? null : event.currentTarget.value)}
        {...(save.isError ? { error: errorText(save.error, t).message } : {})}
      />
      <p role="status" className={classes.note}>
        {save.isSuccess ? t('user.start.saved') : ''}
      </p>
    </div>
  );
}
