import { useQueryClient } from '@tanstack/react-query';
import { differs, makeChange, quoted } from '../../client/changes.ts';
import { call } from '../../client/client.ts';
import { offerUndo, offerUndoOf, withdrawUndo } from '../../components/undo.ts';
import { homeOf } from './mail-places.rules.ts';
import { useMailFolders } from './use-mail-folders.ts';
import {
  changed,
  changeMails,
  deleteMails,
  emptyTrash,
  type Mail,
  type MailChange,
  type MailLabel,
  type MailPage,
  readMails,
} from './mail.ts';
import { useMailboxTexts } from './mailbox.texts.ts';

const LISTS = ['mailbox', 'GET /api/apps/mailbox/mails'];
const SINGLE = ['mailbox', 'GET /api/apps/mailbox/mail'];

/** The selection in the key of a list's query. */
interface Selection {
  readonly folder?: string;
  readonly filter?: string;
  readonly label?: string;
}
const selectionOf = (key: readonly unknown[]): Selection => (key[3] as { query?: Selection } | null)?.query ?? {};

export interface MailActs {
  setRead(mails: readonly Mail[], isRead: boolean): void;
  setStarred(mails: readonly Mail[], starred: boolean): void;
  setImportant(mails: readonly Mail[], important: boolean): void;
  setLabel(mails: readonly Mail[], label: MailLabel, on: boolean): void;
  /** Moves mails to a folder by its slug, and offers to undo it. */
  move(mails: readonly Mail[], slug: string): void;
  /** Moves each mail back to the folder where it belongs, and offers to undo it. */
  moveBack(mails: readonly Mail[]): void;
  /** Deletes mails in the trash permanently, and offers to undo it. */
  remove(mails: readonly Mail[]): void;
  /** Deletes all mails in the trash permanently, and offers to undo it. */
  emptyTrash(): void;
}

/** What a reader does to mails: shown at once in all lists, and taken back where it fails. */
export function useMailActs(): MailActs {
  const t = useMailboxTexts();
  const { folders, idOf, kindOf } = useMailFolders();
  const show = useOptimisticMails(idOf);
  const titleOf = (slug: string) => folders.find((folder) => folder.slug === slug)?.title ?? slug;
  const whatOf = (mails: readonly Mail[]) =>
    mails.length === 1 ? quoted(mails[0]!.subject || t('noSubject')) : t('countOf', { count: mails.length });
  /** Does something that `view` shows at once, and shows the mails as they were where it fails. */
  const doShown = async (view: (mail: Mail) => Mail | null, work: () => Promise<unknown>) => {
    const takeBack = show(view);
    try {
      await work();
    } catch (error) {
      takeBack();
      throw error;
    }
  };
  /** `aspect` is what is changed of them; with a message, Undo is offered. */
  const change = (
    mails: readonly Mail[],
    aspect: string,
    changeOf: (mail: Mail) => MailChange,
    message?: string,
  ): void => {
    const ids = mails.map(({ id }) => id);
    const changeNow = (current: readonly Mail[]) =>
      doShown(
        (mail) => (ids.includes(mail.id) ? changed(mail, changeOf(mail)) : mail),
        () =>
          message === undefined ? changeMails(current, changeOf) : offerUndoOf(message, changeMails(current, changeOf)),
      );
    void makeChange({
      kind: message === undefined ? 'change' : 'move',
      what: whatOf(mails),
      target: `${ids.join(' ')} ${aspect}`,
      isPending: async () => (await readMails(ids)).some((mail) => differs(mail, changeOf(mail))),
      make: () => changeNow(mails),
      repeat: async () => changeNow(await readMails(ids)),
    });
  };
  return {
    setRead: (mails, isRead) => change(mails, 'unread', () => ({ unread: !isRead })),
    setStarred: (mails, starred) => change(mails, 'starred', () => ({ starred })),
    setImportant: (mails, important) => change(mails, 'important', () => ({ important })),
    setLabel: (mails, { id }, on) =>
      change(mails, `label ${id}`, ({ labels }) => ({
        labels: on ? [...new Set([...labels, id])] : labels.filter((each) => each !== id),
      })),
    move: (mails, slug) => {
      const folder = idOf(slug);
      if (folder === undefined || mails.length === 0) return;
      change(mails, 'folder', () => ({ folder }), t('movedTo', { count: mails.length, title: titleOf(slug) }));
    },
    moveBack: (mails) => {
      const homes = mails.map((mail) => homeOf(kindOf(mail)));
      if (mails.length === 0 || homes.some((slug) => idOf(slug) === undefined)) return;
      const [home] = homes as [string];
      const message = homes.every((slug) => slug === home)
        ? t('movedTo', { count: mails.length, title: titleOf(home) })
        : t('movedBack', { count: mails.length });
      change(mails, 'folder', (mail) => ({ folder: idOf(homeOf(kindOf(mail)))! }), message);
    },
    remove: (mails) => {
      if (mails.length === 0) return;
      const ids = mails.map(({ id }) => id);
      void makeChange({
        kind: 'delete',
        what: whatOf(mails),
        target: `${ids.join(' ')} deleted`,
        isPending: async () => (await readMails(ids)).length > 0,
        make: () =>
          doShown(
            (mail) => (ids.includes(mail.id) ? null : mail),
            () => offerUndoOf(t('removed', { count: mails.length }), deleteMails(mails)),
          ),
      });
    },
    emptyTrash: () =>
      void makeChange({
        kind: 'empty',
        what: quoted(titleOf('trash')),
        target: 'mailbox trash',
        isPending: async () =>
          (await call('GET /api/apps/mailbox/mails', { query: { folder: 'trash' } })).mails.length > 0,
        make: () =>
          doShown(
            (mail) => (mail.folder === idOf('trash') ? null : mail),
            async () => {
              withdrawUndo();
              const { count, undo } = await emptyTrash();
              offerUndo(t('removed', { count }), undo);
            },
          ),
      }),
  };
}

/** Shows changed mails in all queries that have them; what is returned shows them as they were. */
function useOptimisticMails(idOf: (slug: string) => string | undefined) {
  const cache = useQueryClient();
  const isIn = ({ folder, filter, label }: Selection, before: Mail, mail: Mail): boolean => {
    if (folder !== undefined) return mail.folder === (idOf(folder) ?? mail.folder);
    if (filter !== undefined) return mail[filter as 'starred'];
    return label === undefined || mail.labels.length >= before.labels.length;
  };
  return (change: (mail: Mail) => Mail | null): (() => void) => {
    void cache.cancelQueries({ queryKey: LISTS });
    const before = [...cache.getQueriesData({ queryKey: LISTS }), ...cache.getQueriesData({ queryKey: SINGLE })];
    for (const [key, page] of cache.getQueriesData<MailPage>({ queryKey: LISTS })) {
      if (page === undefined) continue;
      const mails = page.mails.flatMap((mail) => {
        const next = change(mail);
        return next !== null && (next === mail || isIn(selectionOf(key), mail, next)) ? [{ ...mail, ...next }] : [];
      });
      cache.setQueryData<MailPage>(key, { ...page, mails });
    }
    for (const [key, mail] of cache.getQueriesData<Mail | null>({ queryKey: SINGLE }))
      if (mail) cache.setQueryData<Mail | null>(key, change(mail) ?? mail);
    return () => {
      for (const [key, data] of before) cache.setQueryData(key, data);
      void cache.invalidateQueries({ queryKey: ['mailbox'] });
    };
  };
}
