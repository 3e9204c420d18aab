import { Checkbox, Radio, TextInput } from '@mantine/core';
import type { Language, NamedTenant, Role } from '@rise/contract';
import { SegmentedChoice } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { AudienceField } from '../../../workspaces/templates/audience-field.tsx';
import type { FormValues, Problems } from './announcement-form.rules.ts';
import { ContentField } from './content-field.tsx';
import { browserZone } from './moment-with-zone.ts';
import { ROLE_TEXTS } from './role-texts.ts';
import classes from './announcements-administration.module.css';

interface FieldsProps {
  values: FormValues;
  problems: Problems;
  onChange: (values: FormValues) => void;
}

const ROLES = Object.keys(ROLE_TEXTS) as Role[];

function useProblemText() {
  const { t } = useTranslation();
  return (problem: Problems[keyof Problems]) => (problem ? t(`announcementAdmin.problems.${problem}`) : null);
}

export function TextFields({
  values,
  problems,
  language,
  onLanguage,
  onChange,
}: FieldsProps & { language: Language; onLanguage: (language: Language) => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { title, content } = values;
  return (
    <div className={classes.texts}>
      <SegmentedChoice
        label={t('announcementAdmin.form.language')}
        value={language}
        options={[
          { value: 'en', label: t('announcementAdmin.languages.en') },
          { value: 'tr', label: t('announcementAdmin.languages.tr') },
        ]}
        onChange={onLanguage}
      />
      {language === 'tr' && <p className={classes.hint}>{t('announcementAdmin.form.turkishHelp')}</p>}
      <TextInput
        data-autofocus
        label={t(`announcementAdmin.form.title.${language}`)}
        required={language === 'en'}
        maxLength={120}
        value={title[language]}
        error={language === 'en' ? problemText(problems.title) : null}
        onChange={({ currentTarget }) => onChange({ ...values, title: { ...title, [language]: currentTarget.value } })}
      />
      <ContentField
        key={language}
        label={t(`announcementAdmin.form.content.${language}`)}
        value={content[language]}
        error={problemText(language === 'en' ? problems.contentEn : problems.contentTr)}
        onChange={(text) => onChange({ ...values, content: { ...content, [language]: text } })}
      />
    </div>
  );
}

export function LinkFields({ values, problems, language, onChange }: FieldsProps & { language: Language }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { hyperText } = values;
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('announcementAdmin.form.uri')}
        description={t('announcementAdmin.form.uriHelp')}
        placeholder="/reports"
        maxLength={2000}
        value={values.uri}
        error={problemText(problems.uri)}
        onChange={({ currentTarget }) => onChange({ ...values, uri: currentTarget.value })}
      />
      <TextInput
        label={t(`announcementAdmin.form.hyperText.${language}`)}
        description={t('announcementAdmin.form.hyperTextHelp')}
        maxLength={80}
        value={hyperText[language]}
        error={language === 'en' ? problemText(problems.hyperText) : null}
        onChange={({ currentTarget }) =>
          onChange({ ...values, hyperText: { ...hyperText, [language]: currentTarget.value } })
        }
      />
    </div>
  );
}

export function TimeFields({ values, problems, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <div className={classes.group}>
      <div className={classes.pair}>
        <TextInput
          type="datetime-local"
          label={t('announcementAdmin.form.start')}
          description={t('announcementAdmin.form.startHelp')}
          value={values.start}
          onChange={({ currentTarget }) => onChange({ ...values, start: currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label={t('announcementAdmin.form.end')}
          description={t('announcementAdmin.form.endHelp')}
          value={values.end}
          error={problemText(problems.end)}
          onChange={({ currentTarget }) => onChange({ ...values, end: currentTarget.value })}
        />
      </div>
      <p className={classes.hint}>{t('announcementAdmin.form.zone', { zone: browserZone() })}</p>
    </div>
  );
}

export function AudienceFields({
  values,
  problems,
  tenants,
  onChange,
}: FieldsProps & { tenants: readonly NamedTenant[] }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { roles } = values;
  return (
    <>
      <AudienceField
        label={t('announcementAdmin.form.tenants')}
        tenants={tenants}
        value={values.tenants}
        error={problemText(problems.tenants)}
        onChange={(chosen) => onChange({ ...values, tenants: chosen })}
      />
      <div className={classes.group}>
        <Radio.Group
          label={t('announcementAdmin.form.roles')}
          value={roles === null ? 'all' : 'chosen'}
          onChange={(chosen) => onChange({ ...values, roles: chosen === 'all' ? null : [] })}
        >
          <div className={classes.choices}>
            <Radio size="sm" value="all" label={t('announcementAdmin.form.everyone')} />
            <Radio size="sm" value="chosen" label={t('announcementAdmin.form.chosenRoles')} />
          </div>
        </Radio.Group>
        {roles !== null && (
          <Checkbox.Group
            aria-label={t('announcementAdmin.form.chosenRoles')}
            value={roles}
            error={problemText(problems.roles)}
            onChange={(chosen) => onChange({ ...values, roles: ROLES.filter((role) => chosen.includes(role)) })}
          >
            <div className={`${classes.choices} ${classes.indented}`}>
              {ROLES.map((role) => (
                <Checkbox key={role} size="sm" value={role} label={t(ROLE_TEXTS[role])} />
              ))}
            </div>
          </Checkbox.Group>
        )}
      </div>
    </>
  );
}
