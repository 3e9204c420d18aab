/**
 * Domains at which anybody gets an address: naming one of them allows the whole world, not an organization. The
 * second list is of providers with a domain in each country.
 */
const PUBLIC_DOMAINS: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com icloud.com me.com mac.com aol.com aim.com msn.com mail.com email.com usa.com inbox.com
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io tuta.com fastmail.com fastmail.fm hey.com
  hushmail.com zoho.com zohomail.com duck.com rocketmail.com ymail.com windowslive.com passport.com mail.ru bk.ru list.ru
  inbox.ru rambler.ru ya.ru web.de freenet.de t-online.de posteo.de mailbox.org libero.it virgilio.it laposte.net orange.fr
  free.fr wanadoo.fr sfr.fr qq.com 163.com 126.com yeah.net sina.com naver.com hanmail.net daum.net rediffmail.com
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com netzero.net
  optonline.net frontier.com windstream.net mynet.com mynet.com.tr superonline.com ttmail.com mailinator.com
  guerrillamail.com 10minutemail.com temp-mail.org yopmail.com sharklasers.com trashmail.com getnada.com maildrop.cc`.split(
    /\s+/,
  ),
);
const PUBLIC_PROVIDERS = /^(gmx|yahoo|hotmail|outlook|live|yandex|zoho)\.[a-z]{2,3}(\.[a-z]{2})?$/;

/** Whether anybody can have an address at a domain. */
export const isPublicDomain = (domain: string): boolean => PUBLIC_DOMAINS.has(domain) || PUBLIC_PROVIDERS.test(domain);

/** Whether an address is at one of the domains, exactly: not at one below it. */
export const isAtDomain = (address: string, domains: readonly string[]): boolean =>
  domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
