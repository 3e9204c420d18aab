import type {
  Language,
  NewSubscription,
  OutsideRecipients,
  ReportState,
  ReportSubscription,
  SignedFilters,
  SubscriptionAttachment,
  SubscriptionRule,
} from '@rise/contract';

/** A subscription as its form has it: the fields of all frequencies, so that none is lost by choosing another. */
export interface SubscriptionDraft {
  title: string;
  every: SubscriptionRule['every'];
  /** 1 is Monday. */
  weekday: number;
  /** '1' to '28', or 'last'. */
  day: string;
  at: string;
  attachments: readonly SubscriptionAttachment[];
  onlyNew: boolean;
  webhook: string | null;
  recipients: string[];
  /** Of people without an account, one a line. */
  addresses: string;
  /** Which rows these see; empty: none is chosen. */
  filters: SignedFilters;
  language: Language;
  /** In place of those that it was saved with. */
  fromPage: boolean;
}

/** What people without an account get at first. */
export interface OutsideDefaults {
  readonly filters: SignedFilters;
  readonly language: Language;
}

export const newDraft = (title: string, account: string, outside: OutsideDefaults): SubscriptionDraft => ({
  title,
  every: 'week',
  weekday: 1,
  day: '1',
  at: '08:00',
  attachments: [],
  onlyNew: false,
  webhook: null,
  recipients: [account],
  addresses: '',
  ...outside,
  fromPage: true,
});

export const draftOf = (
  { title, rule, attachments, onlyNew, webhook, recipients, outside }: ReportSubscription,
  defaults: OutsideDefaults,
): SubscriptionDraft => ({
  title,
  every: rule.every,
  weekday: rule.every === 'week' ? rule.on : 1,
  day: rule.every === 'month' ? String(rule.on) : '1',
  at: rule.at,
  attachments,
  onlyNew,
  webhook,
  recipients: recipients.map(({ account }) => account),
  addresses: (outside?.addresses ?? []).map(({ address }) => address).join('\n'),
  filters: outside?.filters ?? defaults.filters,
  language: outside?.language ?? defaults.language,
  fromPage: false,
});

function ruleOf({ every, weekday, day, at }: SubscriptionDraft): SubscriptionRule {
  if (every === 'week') return { every, on: weekday, at };
  if (every === 'month') return { every, on: day === 'last' ? 'last' : Number(day), at };
  return { every, at };
}

/** One a line; commas, semicolons and spaces separate, too. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** Those that can't be saved: not addresses, or at no domain of the list. `known`: recipients already. */
export const refusedAddresses = (text: string, domains: readonly string[], known: readonly string[]): string[] =>
  addressesIn(text).filter(
    (one) => !known.includes(one) && !(/^[^@\s]+@[^@\s]+$/.test(one) && domains.includes(domainOf(one))),
  );

function outsideOf({ addresses, filters, language }: SubscriptionDraft): OutsideRecipients | null {
  const all = addressesIn(addresses);
  return all.length === 0 ? null : { addresses: all, filters, language };
}

/** What is saved; `state`: the selections on the page. */
export function contentOf(
  draft: SubscriptionDraft,
  state: ReportState,
): Omit<NewSubscription, 'state'> & { state?: ReportState } {
  return {
    title: draft.title.trim(),
    rule: ruleOf(draft),
    attachments: [...draft.attachments],
    onlyNew: draft.onlyNew,
    webhook: draft.webhook,
    recipients: draft.recipients,
    outside: outsideOf(draft),
    ...(draft.fromPage && { state }),
  };
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Fields that have to be corrected before it can be saved. */
export const issuesOf = (
  { title, at, recipients, addresses, filters }: SubscriptionDraft,
  { domains, known }: { domains: readonly string[]; known: readonly string[] },
) => ({
  title: title.trim() === '',
  at: !TIME.test(at),
  recipients: recipients.length === 0 && addressesIn(addresses).length === 0,
  addresses: refusedAddresses(addresses, domains, known).length > 0,
  filters: addressesIn(addresses).length > 0 && Object.keys(filters).length === 0,
});
