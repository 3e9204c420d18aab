import type { TFunction } from 'i18next';

/** Types that credit unions configure, and the words for them; keys are what is left of a type without its spelling. */
const KNOWN = {
  accounttype: 'configurators.accountType',
  assetband: 'configurators.assetBand',
  branch: 'configurators.branch',
  channel: 'configurators.channel',
  chargeoffreason: 'configurators.chargeOffReason',
  chartertype: 'configurators.charterType',
  collateral: 'configurators.collateral',
  collateraltype: 'configurators.collateralType',
  creditband: 'configurators.creditBand',
  department: 'configurators.department',
  glaccount: 'configurators.glAccount',
  loanofficer: 'configurators.loanOfficer',
  loanpurpose: 'configurators.loanPurpose',
  loanstatus: 'configurators.loanStatus',
  loantype: 'configurators.loanType',
  membertype: 'configurators.memberType',
  peergroup: 'configurators.peerGroup',
  product: 'configurators.product',
  producttype: 'configurators.productType',
  region: 'configurators.region',
  sharetype: 'configurators.shareType',
  state: 'configurators.state',
  transactiontype: 'configurators.transactionType',
} as const;

const capital = (text: string, language: string) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/**
 * A configurator's type in a reader's words: `loanType` and `loan_type` are “loan type”, “kredi türü” in Turkish.
 * A type that nobody has named is made readable from its key, which is English in every language.
 */
export function configuratorName(type: string, t: TFunction, language: string): { alone: string; within: string } {
  const words = type
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const key = words.join('').toLowerCase();
  if (Object.hasOwn(KNOWN, key)) {
    const within = t(KNOWN[key as keyof typeof KNOWN]);
    return { alone: capital(within, language), within };
  }
  if (words.length === 0) return { alone: type, within: type };
  // Abbreviations stay as they are written.
  const within = words.map((word) => (/^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word) ? word : word.toLowerCase())).join(' ');
  return { alone: capital(within, 'en'), within };
}
