import type { TFunction } from 'i18next';

/** Names of common configurator types, by type in lower case without separators. */
const TYPE_LABELS = {
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
 * Display name of a configurator type: `loanType` and `loan_type` are “loan type”, “kredi türü” in Turkish.
 * The name of an unknown type is derived from its key, which is English in every language.
 */
export function configuratorName(type: string, t: TFunction, language: string): { alone: string; within: string } {
  const words = type
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const key = words.join('').toLowerCase();
  if (Object.hasOwn(TYPE_LABELS, key)) {
    const within = t(TYPE_LABELS[key as keyof typeof TYPE_LABELS]);
    return { alone: capital(within, language), within };
  }
  if (words.length === 0) return { alone: type, within: type };
  // Abbreviations keep their capitals.
  const within = words.map((word) => (/^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word) ? word : word.toLowerCase())).join(' ');
  return { alone: capital(within, 'en'), within };
}
