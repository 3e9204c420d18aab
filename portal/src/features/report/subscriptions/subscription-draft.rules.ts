import type {
  NewSubscription,
  ReportState,
  ReportSubscription,
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
  /** In place of those that it was saved with. */
  fromPage: boolean;
}

export const newDraft = (title: string, account: string): SubscriptionDraft => ({
  title,
  every: 'week',
  weekday: 1,
  day: '1',
  at: '08:00',
  attachments: [],
  onlyNew: false,
  webhook: null,
  recipients: [account],
  fromPage: true,
});

export const draftOf = ({
  title,
  rule,
  attachments,
  onlyNew,
  webhook,
  recipients,
}: ReportSubscription): SubscriptionDraft => ({
  title,
  every: rule.every,
  weekday: rule.every === 'week' ? rule.on : 1,
  day: rule.every === 'month' ? String(rule.on) : '1',
  at: rule.at,
  attachments,
  onlyNew,
  webhook,
  recipients: recipients.map(({ account }) => account),
  fromPage: false,
});

function ruleOf({ every, weekday, day, at }: SubscriptionDraft): SubscriptionRule {
  if (every === 'week') return { every, on: weekday, at };
  if (every === 'month') return { every, on: day === 'last' ? 'last' : Number(day), at };
  return { every, at };
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
    ...(draft.fromPage && { state }),
  };
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Fields that have to be corrected before it can be saved. */
export const issuesOf = ({ title, at, recipients }: SubscriptionDraft) => ({
  title: title.trim() === '',
  at: !TIME.test(at),
  recipients: recipients.length === 0,
});
