import { useAddress } from '@rise/shell/routing';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { KEY_TAKERS, KEYS } from '../../components/key-help.tsx';
import { composeReply, NEW } from './compose/compose-request.ts';
import type { Choice } from './list/use-choice.ts';
import { commonFolders } from './mail-places.rules.ts';
import type { Mail } from './mail.ts';
import type { MailActs } from './use-mail-acts.ts';
import { useMailActs } from './use-mail-acts.ts';
import type { MailboxAddress } from './use-mailbox-address.ts';
import { useMailFolders } from './use-mail-folders.ts';

interface KeyContext {
  readonly address: MailboxAddress;
  /** Of the page that is shown. */
  readonly mails: readonly Mail[];
  readonly open: Mail | null;
  readonly choice: Choice;
  readonly compose: (request: string) => void;
}

/** The keys, for the list that ? opens, with the names of their texts. */
export const MAIL_KEYS = [
  ['j', 'keyNext'],
  ['k', 'keyPrevious'],
  ['Enter', 'keyOpen'],
  ['u', 'keyBack'],
  ['x', 'keyChoose'],
  ['e', 'archive'],
  ['#', 'keyTrash'],
  ['!', 'spam'],
  ['s', 'keyStar'],
  ['r', 'reply'],
  ['a', 'replyAll'],
  ['f', 'forward'],
  ['c', 'compose'],
  ['/', 'keySearch'],
] as const;

const rowOf = (id: string | undefined) =>
  id === undefined ? null : document.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`);

/** The mails that a key is for: the open one, else the chosen ones, else the one with the focus. */
function targetsOf({ open, choice, mails }: KeyContext): readonly Mail[] {
  if (open) return [open];
  const chosen = mails.filter(({ id }) => choice.has(id));
  if (chosen.length > 0) return chosen;
  const focused = document.activeElement?.closest('li')?.querySelector('[data-record]')?.getAttribute('data-record');
  return mails.filter(({ id }) => id === focused);
}

/** Single keys, as other mailboxes have them; the settings turn them off. */
export function useMailKeys(context: KeyContext): void {
  const router = useRouter();
  const acts = useMailActs();
  const folders = useMailFolders();
  const { search } = useAddress();
  const { data: settings } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/settings');
  const isOff = settings?.singleKeys === false || search['compose'] !== undefined || search[KEYS] !== undefined;
  const go = (href: string) => void router.navigate({ href, resetScroll: false });
  const keys = keysOf(context, acts, folders, go);
  useEffect(() => {
    if (isOff) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest?.(KEY_TAKERS)) return;
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

function keysOf(
  context: KeyContext,
  acts: MailActs,
  { slugOf, kindOf }: Pick<ReturnType<typeof useMailFolders>, 'slugOf' | 'kindOf'>,
  go: (href: string) => void,
): Readonly<Record<string, (() => void) | undefined>> {
  const { address, mails, open, choice, compose } = context;
  const step = (by: 1 | -1) => {
    const current = open?.id ?? targetsOf(context)[0]?.id;
    const at = mails.findIndex(({ id }) => id === current);
    const next = at < 0 ? mails[by === 1 ? 0 : mails.length - 1] : mails[at + by];
    if (next === undefined) return;
    if (open) go(address.hrefOf(next.id));
    else rowOf(next.id)?.focus();
  };
  /** Does something after which the mails are gone from the list; the focus moves to the row after them. */
  const away = (act: (targets: readonly Mail[]) => void) => () => {
    const targets = targetsOf(context);
    if (targets.length === 0) return;
    const rest = mails.slice(mails.indexOf(targets.at(-1)!) + 1).concat(mails.toReversed());
    const next = rest.find((mail) => !targets.includes(mail));
    act(targets);
    choice.set([]);
    if (open) go(address.listHref);
    setTimeout(() => rowOf(next?.id)?.focus());
  };
  /** Not where one of them can't be in the folder. */
  const moveTo = (slug: string) => () => {
    if (commonFolders(targetsOf(context).map(kindOf)).has(slug)) away((targets) => acts.move(targets, slug))();
  };
  const toggle = (change: (targets: readonly Mail[]) => void) => () => {
    const targets = targetsOf(context);
    if (targets.length > 0) change(targets);
  };
  const answer = (kind: 'reply' | 'reply-all' | 'forward') =>
    toggle(([mail]) => kindOf(mail!) !== 'draft' && compose(composeReply(kind, mail!.id)));
  return {
    j: () => step(1),
    k: () => step(-1),
    e: moveTo('archive'),
    '!': moveTo('spam'),
    '#': away((targets) =>
      targets.every((mail) => slugOf(mail) === 'trash') ? acts.remove(targets) : acts.move(targets, 'trash'),
    ),
    s: toggle((targets) => acts.setStarred(targets, !targets.every(({ starred }) => starred))),
    x: () => {
      const [mail] =
        choice.size > 0 ? targetsOf({ ...context, choice: { ...choice, has: () => false } }) : targetsOf(context);
      if (mail && !open) choice.toggle(mail.id);
    },
    r: answer('reply'),
    a: answer('reply-all'),
    f: answer('forward'),
    c: () => compose(NEW),
    u: () => open && go(address.listHref),
    '/': () => document.querySelector<HTMLElement>('input[type="search"][aria-keyshortcuts="/"]')?.focus(),
  };
}
