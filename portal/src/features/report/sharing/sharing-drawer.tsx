import { NativeSelect } from '@mantine/core';
import type { Report, ReportSharing, SignedFilters } from '@rise/contract';
import { DetailCode, DetailDrawer, DetailSection, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { EMBEDDING_GUIDE } from '../../../embedding/guide.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { AppLink } from '../../../routing/link.tsx';
import type { ReportChoices } from '../report.state.ts';
import { pageCode, signingCode } from './embed-code.rules.ts';
import { PublicLinks } from './public-links.tsx';
import { sharingQuery } from './sharing.queries.ts';
import classes from './sharing.module.css';

interface SharingDrawerProps {
  report: Report;
  /** The selections on the page. */
  choices: ReportChoices;
  onClose: () => void;
}

/** How the report is shown to people without an account: on a site, and by public links. */
export default function SharingDrawer({ report, choices, onClose }: SharingDrawerProps) {
  const { t } = useTranslation();
  const sharing = useQuery(sharingQuery(report.id));
  return (
    <DetailDrawer opened onClose={onClose} title={t('report.sharing.title')} subtitle={t('report.sharing.subtitle')}>
      {sharing.data ? (
        <Sharing report={report} choices={choices} sharing={sharing.data} />
      ) : sharing.isError ? (
        <p role="alert" className={classes.error}>
          {errorText(sharing.error, t).message}
        </p>
      ) : (
        <TextSkeleton lines={6} />
      )}
    </DetailDrawer>
  );
}

function Sharing({ report, choices, sharing }: { report: Report; choices: ReportChoices; sharing: ReportSharing }) {
  const { t } = useTranslation();
  const { fields } = sharing;
  const chosen = Object.entries(choices.filters).filter(([, values]) => values.length > 0);
  const filters = Object.fromEntries(chosen.filter(([field]) => fields.includes(field)));
  const others = chosen.flatMap(([field]) => (fields.includes(field) ? [] : [field]));
  return (
    <>
      <DetailSection title={t('report.sharing.link')}>
        <PublicLinks report={report} sharing={sharing} filters={filters} others={others} />
      </DetailSection>
      <DetailSection title={t('report.sharing.site')}>
        <OnSite report={report} sharing={sharing} filters={filters} />
      </DetailSection>
    </>
  );
}

/** The code that shows the report on a site. */
function OnSite({ report, sharing, filters }: { report: Report; sharing: ReportSharing; filters: SignedFilters }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { embedding, keys, can } = sharing;
  const [chosen, setChosen] = useState<string | null>(null);
  const settings = <AppLink href="/embedding">{t('report.sharing.settings')}</AppLink>;
  if (!embedding)
    return (
      <p className={classes.text}>
        {t('report.sharing.siteOff')} {can.administer ? settings : t('report.sharing.askAdministrator')}
      </p>
    );
  if (!can.administer) return <p className={classes.text}>{t('report.sharing.keysByAdministrators')}</p>;
  const key = keys.find(({ id }) => id === chosen) ?? keys[0];
  if (!key)
    return (
      <p className={classes.text}>
        {t('report.sharing.noKey')} {settings}
      </p>
    );
  return (
    <div className={classes.form}>
      <NativeSelect
        label={t('report.sharing.key')}
        value={key.id}
        data={keys.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Code label={t('report.sharing.server')} text={signingCode(key.id, report.id, filters)} />
      <Code label={t('report.sharing.page')} text={pageCode(window.location.origin, localize(report.document.title))} />
      <p className={classes.text}>
        <AppLink href={EMBEDDING_GUIDE}>{t('report.sharing.guide')}</AppLink> · {settings}
      </p>
    </div>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      <DetailCode label={label}>{text}</DetailCode>
    </div>
  );
}
