import { Button } from '@mantine/core';
import type { NamedTenant, PublishedTemplate } from '@rise/contract';
import { DetailDrawer } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { chosenAmong } from '../../workspaces/templates/audience.rules.ts';
import { AudienceField } from '../../workspaces/templates/audience-field.tsx';
import { useSetTenants } from './templates.queries.ts';
import classes from '../../workspaces/templates/templates.module.css';

interface AudienceDrawerProps {
  template: PublishedTemplate;
  tenants: readonly NamedTenant[];
  onClose: () => void;
}

/** Changes which tenants may add a template. */
export function AudienceDrawer({ template, tenants, onClose }: AudienceDrawerProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  // The source has the original; tenants that are not active any more cannot be chosen.
  const others = tenants.filter(({ id }) => id !== template.source?.id);
  const [chosen, setChosen] = useState(() => chosenAmong(others, template.tenants));
  const [submitted, setSubmitted] = useState(false);
  const save = useSetTenants(template.id);
  const needsTenant = chosen?.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!needsTenant) save.mutate(chosen, { onSuccess: onClose });
  };
  return (
    <DetailDrawer opened onClose={onClose} title={t('templates.audience.title')} subtitle={localize(template.name)}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <p className={classes.text}>{t('templates.audience.help')}</p>
        <AudienceField
          tenants={others}
          value={chosen}
          error={submitted && needsTenant ? t('templates.audience.none') : null}
          onChange={setChosen}
        />
        {save.error && (
          <p role="alert" className={classes.error}>
            {errorText(save.error, t).message}
          </p>
        )}
        <div className={`${classes.actions} ${classes.end}`}>
          <Button type="submit" loading={save.isPending}>
            {t('templates.audience.save')}
          </Button>
        </div>
      </form>
    </DetailDrawer>
  );
}
