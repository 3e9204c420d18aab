import { getDomain } from 'tldts';

/**
 * Domains at which anybody gets an address: naming one of them means the whole world, not an organization. The second list
 * is of providers with a domain in each country. In part from the package free-email-domains (MIT), which cannot be a dependency:
 * its installation downloads what it installs.
 */
const PUBLIC_DOMAINS: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com icloud.com me.com mac.com aol.com aim.com msn.com mail.com email.com usa.com inbox.com
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io tuta.com fastmail.com fastmail.fm hey.com
  hushmail.com zoho.com zohomail.com duck.com rocketmail.com ymail.com windowslive.com passport.com mail.ru bk.ru list.ru
  inbox.ru rambler.ru ya.ru web.de freenet.de t-online.de posteo.de mailbox.org libero.it virgilio.it laposte.net orange.fr
  free.fr wanadoo.fr sfr.fr qq.com 163.com 126.com yeah.net sina.com naver.com hanmail.net daum.net rediffmail.com
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com netzero.net
  optonline.net frontier.com windstream.net mynet.com mynet.com.tr superonline.com ttmail.com mailinator.com
  2iij.net adsl.no aol.co.uk aol.de aol.fr atlas.cz azet.sk biglobe.ne.jp bbtec.net docomo.ne.jp ezweb.ne.jp infoseek.jp
  interia.eu kakao.com kornet.net livedoor.com mail.ch mail.dk mail.fr mail.lv meta.ua nate.com neuf.fr nifty.com
  guerrillamail.com 10minutemail.com temp-mail.org yopmail.com sharklasers.com trashmail.com getnada.com maildrop.cc`.split(
    /\s+/,
  ),
);
const PUBLIC_PROVIDERS = /^(gmx|yahoo|hotmail|outlook|live|yandex|zoho)\.[a-z]{2,3}(\.[a-z]{2})?$/;

/** Whether anybody can have an address at a domain, in ASCII and lower case, or at the one that it is below. */
export const isPublicDomain = (domain: string): boolean =>
  [domain, getDomain(domain) ?? domain].some((name) => PUBLIC_DOMAINS.has(name) || PUBLIC_PROVIDERS.test(name));
