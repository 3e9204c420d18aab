import type { Language } from '@rise/contract';
import { writeMail, type MailText } from '../mail/mail-document.ts';

interface InvitationMail {
  /** Null: to help run the installation. */
  readonly tenant: string | null;
  /** The inviter's email address. */
  readonly inviter: string | null;
  readonly email: string;
  readonly expiresAt: Date;
}

const en = {
  subject: (tenant: string | null) => (tenant === null ? 'Invitation to run Rise' : `Invitation to ${tenant}`),
  invited: (inviter: string | null, tenant: string | null) => {
    if (tenant === null)
      return `${inviter ?? 'An administrator'} has invited you to help run this installation of Rise.`;
    return inviter === null
      ? `You have been invited to ${tenant} in Rise, the portal for its reports and figures.`
      : `${inviter} has invited you to ${tenant} in Rise, the portal for its reports and figures.`;
  },
  how: (email: string) =>
    `Open the link and sign in with the account of ${email}. It works for this address only, and once.`,
  accept: 'Accept the invitation',
  until: (day: string) => `The invitation is valid until ${day}.`,
  ignore: 'If you do not expect this invitation, ignore this mail: nothing happens.',
};

const tr: typeof en = {
  subject: (tenant) => (tenant === null ? 'Rise yönetimine davet' : `${tenant} kurumuna davet`),
  invited: (inviter, tenant) => {
    if (tenant === null) return `${inviter ?? 'Bir yönetici'}, sizi bu Rise kurulumunun yönetimine davet etti.`;
    return inviter === null
      ? `Rapor ve göstergelerin portalı Rise’da ${tenant} kurumuna davet edildiniz.`
      : `${inviter}, sizi rapor ve göstergelerin portalı Rise’da ${tenant} kurumuna davet etti.`;
  },
  how: (email) =>
    `Bağlantıyı açın ve ${email} adresinin hesabıyla oturum açın. Bağlantı yalnızca bu adres için ve bir kez geçerlidir.`,
  accept: 'Daveti kabul et',
  until: (day) => `Davet ${day} tarihine kadar geçerlidir.`,
  ignore: 'Bu daveti beklemiyorsanız e-postayı dikkate almayın: hiçbir şey olmaz.',
};

const TEXTS: Record<Language, typeof en> = { en, tr };

/** The mail that brings an invitation, with its link. */
export function invitationMail(
  { tenant, inviter, email, expiresAt }: InvitationMail,
  language: Language,
  link: URL,
): MailText {
  const texts = TEXTS[language];
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  return writeMail({
    language,
    subject: texts.subject(tenant),
    blocks: [
      { paragraph: texts.invited(inviter, tenant) },
      { paragraph: texts.how(email) },
      { link: texts.accept, url: link },
      { paragraph: `${texts.until(day)} ${texts.ignore}` },
    ],
  });
}
