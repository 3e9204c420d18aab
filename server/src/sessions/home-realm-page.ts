import type { Language } from '@rise/contract';
import { escapeHtml } from '../kernel/text/html.ts';
import { BRAND, plainPage } from './plain-page.ts';

const en = {
  title: 'Sign in',
  lead: 'Enter your work email address to continue to your organization’s sign-in.',
  email: 'Email',
  next: 'Continue',
  going: 'You are being taken to your sign-in',
  follow: 'If nothing happens, select the link.',
  link: (label: string) => `Continue to ${label}`,
  shared: 'the sign-in page',
  tenant: (name: string) => `Sign in to ${name}`,
  through: (label: string) => `You sign in through ${label}.`,
  other: 'Sign in another way',
};

const tr: typeof en = {
  title: 'Oturum aç',
  lead: 'İş e-posta adresinizi girin; kurumunuzun oturum açma sayfasına yönlendirileceksiniz.',
  email: 'E-posta',
  next: 'Devam et',
  going: 'Oturum açma sayfanıza yönlendiriliyorsunuz',
  follow: 'Yönlendirilmezseniz bağlantıyı seçin.',
  link: (label) => `Devam et: ${label}`,
  shared: 'oturum açma sayfası',
  tenant: (name) => `Oturum aç: ${name}`,
  through: (label) => `${label} üzerinden oturum açarsınız.`,
  other: 'Başka bir yolla oturum aç',
};

const TEXTS: Record<Language, typeof en> = { en, tr };

const hidden = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');

/** Where people type their email address, so that they are led to the provider of their organization. */
export function emailPage(language: Language, fields: Readonly<Record<string, string>>) {
  const text = TEXTS[language];
  return plainPage({
    language,
    title: text.title,
    body: `<main>${BRAND}<h1>${text.title}</h1><p>${text.lead}</p>
<form method="post" action="/login">
${hidden(fields)}
<label for="email">${text.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="320" autofocus>
<button class="primary" type="submit">${text.next}</button>
</form></main>`,
  });
}

/** What a tenant's own sign-in address shows: nobody is signed in without wanting to be, and to which tenant. */
export function tenantSignInPage(
  language: Language,
  { action, label, tenantName }: { action: string; label: string; tenantName: string },
  fields: Readonly<Record<string, string>>,
) {
  const text = TEXTS[language];
  const title = text.tenant(tenantName);
  return plainPage({
    language,
    title,
    body: `<main>${BRAND}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text.through(label))}</p>
<form method="post" action="${escapeHtml(action)}">
${hidden(fields)}
<button class="primary" type="submit">${text.next}</button>
</form>
<p class="centre"><a href="/login">${text.other}</a></p></main>`,
  });
}

/**
 * Leads on to a provider. A redirect of a form would need the origins of all tenants' providers in the policy of its page,
 * which would tell them. `label`: null for the installation's provider.
 */
export function continuePage(language: Language, url: URL, label: string | null) {
  const text = TEXTS[language];
  const target = escapeHtml(url.href);
  const page = plainPage({
    language,
    title: text.title,
    body: `<main>${BRAND}<h1>${text.going}</h1><p>${text.follow}</p>
<p><a href="${target}">${escapeHtml(text.link(label ?? text.shared))}</a></p></main>`,
  });
  return { ...page, headers: { ...page.headers, refresh: `0;url=${url.href}` } };
}
