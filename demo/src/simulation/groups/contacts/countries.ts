/** Codes of ISO 3166 and what to dial. */
const CODES =
  'ar 54 at 43 au 61 az 994 ba 387 be 32 bg 359 br 55 ca 1 ch 41 cl 56 cn 86 co 57 cz 420 de 49 dk 45 dz 213 eg 20 es 34 fi 358 fr 33 gb 44 ge 995 gh 233 gr 30 hr 385 hu 36 id 62 ie 353 il 972 in 91 is 354 it 39 jo 962 jp 81 ke 254 kr 82 kz 7 lt 370 lu 352 lv 371 ma 212 mx 52 my 60 ng 234 nl 31 no 47 nz 64 pe 51 ph 63 pk 92 pl 48 pt 351 qa 974 ro 40 rs 381 sa 966 se 46 sg 65 si 386 sk 421 th 66 tn 216 tr 90 tw 886 ua 380 us 1 uz 998 vn 84 za 27';

const flagOf = (iso: string) =>
  String.fromCodePoint(...[...iso].map((letter) => 0x1f1e6 + letter.codePointAt(0)! - 'a'.codePointAt(0)!));

const name = (iso: string, language: string) =>
  new Intl.DisplayNames([language], { type: 'region' }).of(iso.toUpperCase())!;

export const COUNTRIES = [...CODES.matchAll(/(\w\w) (\d+)/g)].map(([, iso, code]) => ({
  id: iso!,
  iso: iso!,
  name: { en: name(iso!, 'en'), tr: name(iso!, 'tr') },
  code: `+${code}`,
  flag: flagOf(iso!),
}));

export const isCountry = (iso: string) => COUNTRIES.some((country) => country.iso === iso);
