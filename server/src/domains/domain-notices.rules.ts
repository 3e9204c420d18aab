import type { DomainState, Language } from '@rise/contract';
import type { NewNotification } from '../inbox/inbox.service.ts';
import { writeMail, type MailText } from '../mail/mail-document.ts';

const DOMAINS = '/domains';

interface Texts {
  readonly title: (domain: string) => string;
  readonly text: string;
}

/** What administrators are notified of when nobody looks at the page. */
export type NotedState = Exclude<DomainState, 'pending'>;

const en: Record<NotedState, Texts> & { open: string } = {
  verified: {
    title: (domain) => `${domain} is verified`,
    text: 'Its record was found. Its joining rule applies from now on.',
  },
  failing: {
    title: (domain) => `The record of ${domain} is missing`,
    text: 'Rise has not found its DNS record for three days, so nobody can join by this domain at the moment. People who have joined stay members. Add the record again within 14 days; the page shows it.',
  },
  expired: {
    title: (domain) => `${domain} has expired`,
    text: 'Its DNS record was not found in 14 days, so the domain is not checked any more, and nobody joins by it. People who have joined stay members. Start its proof again on the page, or remove it.',
  },
  open: 'Open your domains',
};

const tr: typeof en = {
  verified: {
    title: (domain) => `${domain} doğrulandı`,
    text: 'Kaydı bulundu. Katılım kuralı bundan sonra geçerli.',
  },
  failing: {
    title: (domain) => `${domain} kaydı bulunamıyor`,
    text: 'Rise üç gündür DNS kaydını bulamıyor; bu nedenle şu anda bu alan adıyla kimse katılamaz. Katılmış kişiler üye kalır. Kaydı 14 gün içinde yeniden ekleyin; sayfada gösterilir.',
  },
  expired: {
    title: (domain) => `${domain} alan adının süresi doldu`,
    text: 'DNS kaydı 14 gün içinde bulunamadı; alan adı artık kontrol edilmiyor ve bu alan adıyla kimse katılamaz. Katılmış kişiler üye kalır. Sayfada doğrulamayı yeniden başlatın ya da alan adını kaldırın.',
  },
  open: 'Alan adlarınızı açın',
};

const TEXTS: Record<Language, typeof en> = { en, tr };

export const domainNotification = (state: NotedState, domain: string): NewNotification => ({
  kind: 'domains',
  icon: state === 'verified' ? 'globe' : 'alert',
  title: { en: en[state].title(domain), tr: tr[state].title(domain) },
  description: { en: en[state].text, tr: tr[state].text },
  link: DOMAINS,
});

export function domainMail(state: NotedState, domain: string, language: Language, portal: URL): MailText {
  const { title, text } = TEXTS[language][state];
  return writeMail({
    language,
    subject: title(domain),
    blocks: [{ paragraph: `${title(domain)}.` }, { paragraph: text }, { link: TEXTS[language].open, url: new URL(DOMAINS, portal) }], // prettier-ignore
  });
}

/** To administrators: someone waits for their decision. */
export const joinRequestNotification = (email: string): NewNotification => ({
  kind: 'domains',
  icon: 'users',
  title: { en: `${email} asks to join`, tr: `${email} katılmak istiyor` },
  description: {
    en: 'Their verified email address is at one of your domains. Approve or decline the request.',
    tr: 'Doğrulanmış e-posta adresi alan adlarınızdan birinde. İsteği onaylayın ya da reddedin.',
  },
  link: DOMAINS,
});

/** To someone whose request to join was approved. */
export function approvalMail(tenant: string, language: Language, portal: URL): MailText {
  const isTurkish = language === 'tr';
  return writeMail({
    language,
    subject: isTurkish ? `${tenant} kurumuna katıldınız` : `You have joined ${tenant}`,
    blocks: [
      {
        paragraph: isTurkish
          ? `${tenant} yöneticilerinden biri katılma isteğinizi onayladı. Rise’da oturum açabilirsiniz.`
          : `An administrator of ${tenant} has approved your request to join. You can sign in to Rise now.`,
      },
      { link: isTurkish ? 'Oturum aç' : 'Sign in', url: new URL('/login', portal) },
    ],
  });
}
