import { Button } from '@mantine/core';
import type { Language, Report, ReportSubscription, ReportSubscriptions } from '@rise/contract';
import { LANGUAGES } from '@rise/shell/language';
import { ApiError } from '@rise/contract/client';
import { DetailDrawer, DetailSection, Notice, TextSkeleton } from '@rise/ui';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { useSession } from '../../../session/session.ts';
import type { ReportChoices } from '../report.state.ts';
import { toState } from '../views/views.rules.ts';
import { contentOf, type SubscriptionDraft } from './subscription-draft.rules.ts';
import { SubscriptionForm } from './subscription-form.tsx';
import { SubscriptionItem } from './subscription-item.tsx';
import { subscriptionsQuery, useChangeSubscription, useCreateSubscription } from './subscriptions.queries.ts';
import panels from '../panels.module.css';
import classes from './subscriptions.module.css';

interface SubscriptionsDrawerProps {
  report: Report;
  /** The selections on the page. */
  choices: ReportChoices;
  onClose: () => void;
}

/** What is sent of the report by mail: the reader's own, and all for those who edit its workspace. */
export default function SubscriptionsDrawer({ report, choices, onClose }: SubscriptionsDrawerProps) {
  const { t } = useTranslation();
  const found = useQuery(subscriptionsQuery(report.id));
  return (
    <DetailDrawer opened onClose={onClose} title={t('report.mail.title')} subtitle={t('report.mail.subtitle')}>
      {found.data ? (
        <Subscriptions report={report} choices={choices} known={found.data} />
      ) : found.isError ? (
        <p role="alert" className={panels.error}>
          {errorText(found.error, t).message}
        </p>
      ) : (
        <TextSkeleton lines={4} />
      )}
    </DetailDrawer>
  );
}

type Edited = { subscription: ReportSubscription | null };

function Subscriptions(props: { report: Report; choices: ReportChoices; known: ReportSubscriptions }) {
  const { report, choices, known } = props;
  const { t } = useTranslation();
  const [edited, setEdited] = useState<Edited | null>(null);
  if (edited) {
    return <Edit {...props} subscription={edited.subscription} onClose={() => setEdited(null)} />;
  }
  return (
    <div className={classes.stack}>
      {!known.mail && <Notice tone="warning">{t('report.mail.withoutServer')}</Notice>}
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        variant="light"
        onClick={() => setEdited({ subscription: null })}
      >
        {t('report.mail.new')}
      </Button>
      {known.subscriptions.length === 0 ? (
        <p className={panels.text}>{t('report.mail.none')}</p>
      ) : (
        <DetailSection title={t('report.mail.scheduled')}>
          <ul className={panels.list}>
            {known.subscriptions.map((subscription) => (
              <SubscriptionItem
                key={subscription.id}
                subscription={subscription}
                report={report}
                choices={choices}
                onEdit={() => setEdited({ subscription })}
              />
            ))}
          </ul>
        </DetailSection>
      )}
    </div>
  );
}

interface EditProps {
  report: Report;
  choices: ReportChoices;
  known: ReportSubscriptions;
  subscription: ReportSubscription | null;
  onClose: () => void;
}

function Edit({ report, choices, known, subscription, onClose }: EditProps) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { account } = useSession();
  const create = useCreateSubscription(report.id);
  const change = useChangeSubscription(report.id);
  const state = toState(choices);
  // Selections that limit all rows of the report: what others are of could show rows of any member.
  const limits = Object.entries(choices.filters).filter(
    ([field, values]) => values.length > 0 && known.outside?.fields.includes(field),
  );
  const outside = { filters: Object.fromEntries(limits), language: asLanguage(i18n.language) };
  const save = (draft: SubscriptionDraft) => {
    const { recipients, outside: addressed, ...content } = contentOf(draft, state);
    if (!subscription)
      return create.mutate({ state, ...content, recipients, outside: addressed }, { onSuccess: onClose });
    const sent = known.can.share ? { ...content, recipients, outside: addressed } : content;
    return change.mutate(
      { subscription: subscription.id, change: { ...sent, basedOn: subscription.revision } },
      { onSuccess: onClose },
    );
  };
  const error = create.error ?? change.error;
  return (
    <SubscriptionForm
      report={report}
      outside={outside}
      known={known}
      subscription={subscription}
      title={localize(report.document.title)}
      account={account.id}
      isPending={create.isPending || change.isPending}
      error={error && failureText(error, t)}
      onSave={save}
      onCancel={onClose}
    />
  );
}

const asLanguage = (language: string): Language => LANGUAGES.find((one) => one === language) ?? 'en';

/** A conflict is that it was changed meanwhile, or that there are too many. */
const failureText = (error: Error, t: TFunction): string =>
  error instanceof ApiError && error.code === 'CONFLICT' ? t('report.mail.conflict') : errorText(error, t).message;
