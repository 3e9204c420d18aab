import type { Language, Role } from '@rise/contract';
import { escapeHtml } from '../kernel/text/html.ts';
import { BRAND, plainPage } from '../sessions/plain-page.ts';
import { DEMO_PASSWORD, type Identity } from './identities.ts';

export type SignInTrouble = { readonly kind: 'wrong' } | { readonly kind: 'wait'; readonly seconds: number };

/** A page and its headers. */
export interface Page {
  readonly html: string;
  readonly headers: Record<string, string>;
}

export interface SignInForm {
  readonly language: Language;
  /** Target of the forms. */
  readonly action: string;
  /** The typed address; never the password. */
  readonly email: string;
  readonly trouble: SignInTrouble | null;
  readonly identities: readonly Identity[];
  readonly formTargets: readonly string[];
}

const TEXT = {
  en: {
    title: 'Sign in',
    lead: 'Demo identities of this installation, for development only.',
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    cancel: 'Cancel',
    people: 'Or choose who you are',
    wrong: 'Incorrect email or password. Check both, or choose a person below.',
    wait: (seconds: number) => `Too many attempts. Try again in ${seconds} s.`,
    only: 'For development only.',
    why: `These identities and their password, <code>${DEMO_PASSWORD}</code>, come with Rise. In production Rise refuses to start with them and uses your own identity provider.`,
    above: 'All organizations',
    role: {
      'tenant.user': 'Analyst',
      'tenant.admin': 'Administrator',
      'global.support': 'Support',
      'global.admin': 'Administrator',
    },
    signOut: 'Sign out?',
    signOutLead: 'This ends your sign-in at the demo identity provider, and in Rise with it.',
    signOutYes: 'Sign out',
    signOutNo: 'Stay signed in',
    signedOut: 'You are signed out',
    toPortal: 'Back to Rise',
    broken: 'This sign-in cannot go on',
    brokenLead: 'It is too old, or it was started in another window. Go back to Rise and start again.',
  },
  tr: {
    title: 'Oturum aç',
    lead: 'Bu kurulumun deneme kimlikleri; yalnızca geliştirme içindir.',
    email: 'E-posta',
    password: 'Parola',
    submit: 'Oturum aç',
    cancel: 'Vazgeç',
    people: 'Ya da kim olduğunuzu seçin',
    wrong: 'E-posta veya parola hatalı. İkisini de kontrol edin veya aşağıdan birini seçin.',
    wait: (seconds: number) => `Çok fazla deneme yapıldı. ${seconds} sn sonra yeniden deneyin.`,
    only: 'Yalnızca geliştirme içindir.',
    why: `Bu kimlikler ve parolaları, <code>${DEMO_PASSWORD}</code>, Rise ile birlikte gelir. Üretimde Rise bunlarla başlamayı reddeder ve kendi kimlik sağlayıcınızı kullanır.`,
    above: 'Tüm kurumlar',
    role: {
      'tenant.user': 'Analist',
      'tenant.admin': 'Yönetici',
      'global.support': 'Destek',
      'global.admin': 'Yönetici',
    },
    signOut: 'Oturum kapatılsın mı?',
    signOutLead: 'Deneme kimlik sağlayıcısındaki oturumunuz ve onunla birlikte Rise oturumunuz kapanır.',
    signOutYes: 'Oturumu kapat',
    signOutNo: 'Oturum açık kalsın',
    signedOut: 'Oturumunuz kapatıldı',
    toPortal: 'Rise’a dön',
    broken: 'Bu oturum açma sürdürülemiyor',
    brokenLead: 'Süresi dolmuş ya da başka bir pencerede başlatılmış. Rise’a dönüp yeniden başlayın.',
  },
} as const satisfies Record<Language, { role: Record<Role, string> } & Record<string, unknown>>;

/** The form, and each demo identity as a button. */
export function signInPage(form: SignInForm) {
  const text = TEXT[form.language];
  const error = form.trouble && (form.trouble.kind === 'wrong' ? text.wrong : text.wait(form.trouble.seconds));
  const action = escapeHtml(form.action);
  const invalid = error ? ' aria-invalid="true" aria-describedby="trouble"' : '';
  const focusPassword = form.trouble !== null && form.email !== '';
  const people = form.identities.map((identity) => person(form.language, identity)).join('\n');
  return plainPage({
    language: form.language,
    title: text.title,
    formTargets: form.formTargets,
    body: `<main class="wide">
${BRAND}
<h1>${text.title}</h1>
<p>${text.lead}</p>
${error ? `<p class="error" role="alert" id="trouble">${error}</p>` : ''}
<form method="post" action="${action}">
<label for="email">${text.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="320" value="${escapeHtml(form.email)}"${invalid}${focusPassword ? '' : ' autofocus'}>
<label for="password">${text.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"${invalid}${focusPassword ? ' autofocus' : ''}>
<button class="primary" type="submit">${text.submit}</button>
</form>
<h2 id="people">${text.people}</h2>
<form method="post" action="${action}">
<ul class="people" aria-labelledby="people">
${people}
</ul>
</form>
<form class="centre" method="post" action="${action}"><button class="quiet" type="submit" name="cancel" value="1">${text.cancel}</button></form>
</main>
<footer><b>${text.only}</b> ${text.why}</footer>`,
  });
}

function person(language: Language, identity: Identity): string {
  const text = TEXT[language];
  const role = text.role[identity.roles.at(-1) ?? 'tenant.user'];
  const initials = `${identity.firstName.charAt(0)}${identity.lastName.charAt(0)}`;
  return `<li><button class="person" type="submit" name="identity" value="${escapeHtml(identity.email)}"><span class="face" aria-hidden="true">${escapeHtml(initials)}</span><span class="who"><b>${escapeHtml(`${identity.firstName} ${identity.lastName}`)}</b><small>${escapeHtml(identity.email)}</small></span><span class="place"><span>${escapeHtml(identity.organization ?? (identity.tenants.join(', ') || text.above))}</span> <span>${role}</span></span></button></li>`;
}

/** Confirms a sign-out that did not come from the portal. `form` is the provider's own, with its CSRF token. */
export function signOutPage(language: Language, form: string, formTargets: readonly string[]) {
  const text = TEXT[language];
  return plainPage({
    language,
    title: text.signOut,
    formTargets,
    body: `<main>${BRAND}<h1>${text.signOut}</h1><p>${text.signOutLead}</p>${form}
<button class="primary" type="submit" form="op.logoutForm" value="yes" name="logout">${text.signOutYes}</button>
<p class="centre"><button class="quiet" type="submit" form="op.logoutForm">${text.signOutNo}</button></p></main>`,
  });
}

export function signedOutPage(language: Language, portal: URL) {
  const text = TEXT[language];
  return plainPage({
    language,
    title: text.signedOut,
    body: `<main>${BRAND}<h1>${text.signedOut}</h1><p><a href="${escapeHtml(portal.href)}">${text.toPortal}</a></p></main>`,
  });
}

/** Shown where the provider cannot redirect back: an expired form, an unknown client. `code` is the protocol's. */
export function brokenPage(language: Language, portal: URL, code: string) {
  const text = TEXT[language];
  return plainPage({
    language,
    title: text.broken,
    body: `<main>${BRAND}<h1>${text.broken}</h1><p>${text.brokenLead}</p><p><a href="${escapeHtml(portal.href)}">${text.toPortal}</a></p></main>
<footer>${escapeHtml(code)}</footer>`,
  });
}
