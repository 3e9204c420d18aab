import { defineTexts } from '../../i18n/texts.ts';

export const useAuthenticationTexts = defineTexts('authentication', {
  en: { signIn: 'Sign in', email: 'E-mail address', password: 'Password', wrong: 'Wrong e-mail address or password.' },
  tr: { signIn: 'Giriş yap', email: 'E-posta adresi', password: 'Parola', wrong: 'E-posta adresi veya parola yanlış.' },
});
