import type { Language } from '@rise/contract';
import { escapeHtml } from '../kernel/text/html.ts';
import type { ShownInvitation } from './invitations.sql.ts';
import { BRAND, plainPage } from './plain-page.ts';

interface Ending {
  readonly title: string;
  readonly text: string;
}

const en = {
  title: (tenant: string | null) => (tenant === null ? 'Help run Rise' : `Join ${tenant}`),
  invited: (by: string, tenant: string | null) =>
    tenant === null
      ? `${by} has invited you to help run this installation of Rise.`
      : `${by} has invited you to ${tenant}.`,
  someone: 'An administrator',
  address: 'Sign in with the account of this email address:',
  until: (day: string) => `The invitation is valid until ${day}.`,
  accept: 'Sign in and accept',
  again: 'Use another account',
  signIn: 'Go to sign-in',
  endings: {
    unknown: {
      title: 'This invitation is not valid',
      text: 'The link is incomplete, or a newer mail has replaced it. Open the link in the latest mail, or ask your administrator to send the invitation again.',
    },
    expired: {
      title: 'This invitation has expired',
      text: 'Invitations are valid for seven days. Ask your administrator to send it again.',
    },
    accepted: {
      title: 'This invitation has been used',
      text: 'An invitation can be accepted once. If you accepted it, just sign in.',
    },
    revoked: {
      title: 'This invitation was revoked',
      text: 'An administrator has revoked it. Ask them for a new one if you still need access.',
    },
    suspended: {
      title: 'This organization is suspended',
      text: 'Nobody can enter it at the moment. Ask its administrator, and open the link again later.',
    },
  } satisfies Record<string, Ending>,
};

const tr: typeof en = {
  title: (tenant) => (tenant === null ? 'Rise yönetimine katılın' : `${tenant} kurumuna katılın`),
  invited: (by, tenant) =>
    tenant === null
      ? `${by} sizi bu Rise kurulumunun yönetimine davet etti.`
      : `${by} sizi ${tenant} kurumuna davet etti.`,
  someone: 'Bir yönetici',
  address: 'Şu e-posta adresinin hesabıyla oturum açın:',
  until: (day) => `Davet ${day} tarihine kadar geçerlidir.`,
  accept: 'Oturum aç ve kabul et',
  again: 'Başka bir hesap kullan',
  signIn: 'Oturum açma sayfasına git',
  endings: {
    unknown: {
      title: 'Bu davet geçerli değil',
      text: 'Bağlantı eksik ya da yerine daha yeni bir e-posta gönderilmiş. Son e-postadaki bağlantıyı açın ya da yöneticinizden daveti yeniden göndermesini isteyin.',
    },
    expired: {
      title: 'Bu davetin süresi doldu',
      text: 'Davetler yedi gün geçerlidir. Yöneticinizden yeniden göndermesini isteyin.',
    },
    accepted: {
      title: 'Bu davet kullanıldı',
      text: 'Bir davet yalnızca bir kez kabul edilebilir. Kabul eden sizseniz oturum açmanız yeterlidir.',
    },
    revoked: {
      title: 'Bu davet geri alındı',
      text: 'Bir yönetici daveti geri aldı. Hâlâ erişmeniz gerekiyorsa yeni bir davet isteyin.',
    },
    suspended: {
      title: 'Bu kurum askıya alındı',
      text: 'Şu anda kimse giremiyor. Yöneticisine danışın ve bağlantıyı daha sonra yeniden açın.',
    },
  },
};

const TEXTS: Record<Language, typeof en> = { en, tr };

/**
 * What the link in an invitation's mail opens. It only shows: programs that look into mails open links too, so the
 * invitation is accepted by the sign-in that its button starts.
 */
export function invitationPage(
  invitation: ShownInvitation | null,
  { token, language, formTargets }: { token: string; language: Language; formTargets: readonly string[] },
): { html: string; headers: Record<string, string>; status: 200 | 404 | 410 } {
  const texts = TEXTS[language];
  if (invitation?.state !== 'open') {
    const { title, text } = texts.endings[invitation?.state ?? 'unknown'];
    const body = `<main>${BRAND}<h1>${title}</h1><p>${text}</p><p class="centre"><a href="/login">${texts.signIn}</a></p></main>`;
    return { ...plainPage({ language, title, body }), status: invitation ? 410 : 404 };
  }
  const { tenantName, invitedBy, email, expiresAt } = invitation;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  const title = texts.title(tenantName);
  const body = `<main>${BRAND}<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(texts.invited(invitedBy ?? texts.someone, tenantName))}</p>
<p>${texts.address} <b>${escapeHtml(email)}</b></p>
<form method="post" action="/login/invitation">
<input type="hidden" name="token" value="${escapeHtml(token)}"><input type="hidden" name="lang" value="${language}">
<button class="primary" type="submit">${texts.accept}</button>
<p class="centre"><button class="quiet" type="submit" name="again" value="1">${texts.again}</button></p>
</form>
<p class="hint">${texts.until(day)}</p></main>`;
  return { ...plainPage({ language, title, body, formTargets }), status: 200 };
}
