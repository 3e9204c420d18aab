import { Button } from '@mantine/core';
import type { NamedTenant, PublishedTemplate } from '@rise/contract';
import { StatusPill, useConfirm } from '@rise/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { WorkspaceBadge } from '../../workspaces/workspace-badge.tsx';
import { useOffer } from './templates.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from '../../workspaces/templates/offer.module.css';

interface TemplateItemProps {
  template: PublishedTemplate;
  tenants: readonly NamedTenant[];
  onAudience: () => void;
}

/** A published template: its versions, who may add it and who has. */
export function TemplateItem({ template, tenants, onAudience }: TemplateItemProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const titleId = useId();
  const { description, version, withdrawnAt, source, users } = template;
  const name = localize(template.name);
  const audience = template.tenants?.map((id) => tenants.find((tenant) => tenant.id === id)?.name ?? '?');
  const facts = [
    t('templates.version', { version }),
    ...(source === null ? [] : [t('templates.from', { tenant: source.name })]),
    audience ? t('templates.for', { tenants: audience.join(', ') }) : t('templates.forAll'),
  ];
  return (
    <li className={classes.item} aria-labelledby={titleId}>
      <WorkspaceBadge workspace={template} />
      <div className={classes.words}>
        <div className={classes.head}>
          <h2 id={titleId} className={cards.name}>
            {name}
          </h2>
          <StatusPill tone={withdrawnAt === null ? 'positive' : 'neutral'}>
            {t(withdrawnAt === null ? 'templates.offered' : 'templates.withdrawn')}
          </StatusPill>
        </div>
        <p className={classes.text}>{localize(description)}</p>
        <p className={classes.hint}>{facts.join(' · ')}</p>
        <p className={classes.hint}>
          {users.length === 0
            ? t('templates.unused')
            : t('templates.usedBy', {
                tenants: users
                  .map((user) => t('templates.user', { tenant: user.tenant, version: user.version }))
                  .join(', '),
              })}
        </p>
        <Versions template={template} />
        <Actions template={template} name={name} onAudience={onAudience} />
      </div>
    </li>
  );
}

function Versions({ template: { versions } }: { template: PublishedTemplate }) {
  const { t, i18n } = useTranslation();
  return (
    <details className={classes.details}>
      <summary>{t('templates.versions', { count: versions.length })}</summary>
      <ul className={classes.notes}>
        {versions.map(({ number, note, author, publishedAt, reports }) => (
          <li key={number}>
            {[
              t('templates.version', { version: number }),
              formatDay(publishedAt, i18n.language),
              ...(author === null ? [] : [author]),
              t('workspaces.reports', { count: reports }),
            ].join(' · ')}
            {note !== '' && <span className={classes.note}>{note}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Actions({
  template,
  name,
  onAudience,
}: Pick<TemplateItemProps, 'template' | 'onAudience'> & { name: string }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const offer = useOffer(template.id);
  const isWithdrawn = template.withdrawnAt !== null;
  const toggle = async () => {
    if (isWithdrawn) return offer.mutate(true);
    const result = await confirm({
      title: t('templates.withdraw.title', { name }),
      message: t('templates.withdraw.message'),
      actions: { confirm: { label: t('templates.withdraw.confirm') } },
    });
    if (result === 'confirmed') offer.mutate(false);
  };
  return (
    <>
      {offer.error && (
        <p role="alert" className={cards.error}>
          {errorText(offer.error, t).message}
        </p>
      )}
      <div className={`${classes.actions} ${classes.plain}`}>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('templates.audience.changeNamed', { name })}
          onClick={onAudience}
        >
          {t('templates.audience.change')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          {...(!isWithdrawn && { color: 'negative' })}
          loading={offer.isPending}
          aria-label={t(isWithdrawn ? 'templates.offerNamed' : 'templates.withdraw.named', { name })}
          onClick={() => void toggle()}
        >
          {t(isWithdrawn ? 'templates.offer' : 'templates.withdraw.confirm')}
        </Button>
      </div>
    </>
  );
}
