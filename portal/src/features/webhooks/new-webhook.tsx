import { Button } from '@mantine/core';
import { Notice } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretField } from '../../embedding/secret-field.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { useCreateWebhook } from './webhooks.queries.ts';
import cards from '../../embedding/cards.module.css';

/** Creates a webhook, and shows its signing secret until the person has it. */
export function NewWebhook() {
  const { t } = useTranslation();
  const create = useCreateWebhook();
  const [isAgain, setIsAgain] = useState(false);
  const done = () => {
    create.reset();
    setIsAgain(true);
  };
  if (create.data) {
    const { webhook, secret } = create.data;
    return (
      <section className={cards.form} aria-label={t('webhooks.secret')}>
        <Notice tone="warning">{t('webhooks.created', { name: webhook.name })}</Notice>
        <SecretField focused label={t('webhooks.secret')} value={secret} />
        <div>
          <Button onClick={done}>{t('webhooks.done')}</Button>
        </div>
      </section>
    );
  }
  return (
    <WebhookForm
      before={{ name: '', url: '' }}
      focused={isAgain}
      label={t('webhooks.new')}
      isPending={create.isPending}
      error={create.error}
      onSave={(content) => create.mutate(content)}
      onCancel={null}
    />
  );
}
