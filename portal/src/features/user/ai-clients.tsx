import { useTranslation } from 'react-i18next';
import { SecretField } from '../../embedding/secret-field.tsx';
import { AppLink } from '../../routing/link.tsx';
import classes from './user.module.css';

/** Stands for the token: it is shown once, when it is created. */
const TOKEN = 'rise_…';

/** How people connect AI clients of their own, with a token. */
export function AiClients() {
  const { t } = useTranslation();
  const address = `${window.location.origin}/mcp`;
  const config = { mcpServers: { rise: { url: address, headers: { Authorization: `Bearer ${TOKEN}` } } } };
  const command = `claude mcp add --transport http rise ${address} --header "Authorization: Bearer ${TOKEN}"`;
  return (
    <section className={classes.form} aria-labelledby="ai-clients">
      <h3 id="ai-clients" className={classes.name}>
        {t('user.tokens.clients.title')}
      </h3>
      <p className={classes.intro}>{t('user.tokens.clients.help')}</p>
      <SecretField label={t('user.tokens.clients.address')} value={address} />
      <SecretField label={t('user.tokens.clients.command')} value={command} />
      <div>
        <p className={classes.detail}>{t('user.tokens.clients.config')}</p>
        <pre className={classes.config} tabIndex={0} aria-label={t('user.tokens.clients.config')} role="group">
          {JSON.stringify(config, null, 2)}
        </pre>
      </div>
      <AppLink href="/docs/guides/ai-clients">{t('user.tokens.clients.guide')}</AppLink>
    </section>
  );
}
