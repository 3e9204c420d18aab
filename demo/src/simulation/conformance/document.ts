import type { DemoCallKey } from '@rise/contract/demo';
import type { Delay } from '../group.ts';

/** What the specification says of a call: how long it takes, and each thing that a test must show. */
export interface Said {
  readonly delay: Delay;
  readonly says: readonly string[];
}

export const said = (...says: string[]): Said => ({ delay: 0, says });
const after = (delay: Delay, ...says: string[]): Said => ({ delay, says });

const UNKNOWN = 'an unknown id answers null';
const MERGED = 'answers the merged one, and the others stay';

/** Sign-in, and what the frame of the suite asks. */
export const FRAME = {
  'POST /api/auth/forgot-password': after(1000, 'answers true'),
  'POST /api/auth/reset-password': after(1000, 'answers true'),
  'POST /api/auth/sign-in': after(
    1500,
    'answers user, a token of seven days signed with HS256, and its type',
    'a wrong e-mail or password is answered 404 with false',
  ),
  'POST /api/auth/sign-in-with-token': said(
    'a good token is answered with a fresh one',
    'a token that was altered, signed by others or has expired is answered 401',
  ),
  'POST /api/auth/sign-up': after(1500, 'answers true'),
  'POST /api/auth/unlock-session': after(
    1500,
    'answers as sign-in does',
    'wrong credentials are answered 404 with false',
  ),

  'GET /api/common/user': said('answers the demo user, online'),
  'PATCH /api/common/user': said(MERGED),
  'GET /api/common/navigation': said(
    'answers four menus',
    'compact, futuristic and horizontal lead to the same screens as default',
  ),
  'POST /api/common/search': said(
    'answers sets of contacts, pages and tasks',
    'each result has a link and a value',
    'sets without hits are left out',
    'a blank query answers an empty list',
  ),

  'GET /api/common/messages': said('answers the list'),
  'POST /api/common/messages': said('the new one has a new id and stands at the top'),
  'PATCH /api/common/messages': said(MERGED, UNKNOWN),
  'DELETE /api/common/messages': said('answers the deleted one', UNKNOWN),
  'GET /api/common/messages/mark-all-as-read': said('answers true, and all are read'),
  'POST /api/common/messages/toggle-read-status': said('answers it as read or unread', UNKNOWN),
  'GET /api/common/notifications': said('answers the list'),
  'POST /api/common/notifications': said('the new one has a new id and stands at the top'),
  'PATCH /api/common/notifications': said(MERGED, UNKNOWN),
  'DELETE /api/common/notifications': said('answers the deleted one', UNKNOWN),
  'GET /api/common/notifications/mark-all-as-read': said('answers true, and all are read and seen'),
  'POST /api/common/notifications/toggle-read-status': said('answers it as read or unread', UNKNOWN),
  'GET /api/common/shortcuts': said('answers the list'),
  'POST /api/common/shortcuts': said('the new one has a new id'),
  'PATCH /api/common/shortcuts': said(MERGED, UNKNOWN),
  'DELETE /api/common/shortcuts': said('answers the deleted one', UNKNOWN),
} as const satisfies Partial<Record<DemoCallKey, Said>>;

/** Dashboards, pages and what is only read. */
export const READ = {
  'GET /api/dashboards/project': said(
    'seven days of issues, new as a line and closed as columns',
    'expenses of 6, 4 and 10 points, each sum that of its points',
    'each row of the budget adds up to its total',
  ),
  'GET /api/dashboards/analytics': said(
    'visitors every three days over twelve months, this year and last',
    'page views and visitors of 65 days',
    'conversions of six points, impressions and visits of four, each amount the sum of its points',
    'the shares of each audience add up to 100',
  ),
  'GET /api/dashboards/finance': said(
    'limits of 20000, 250000, 1000 and 34500',
    'the previous statement is paid, the current one pending',
    'predicted and actual balances every three days over a year',
    'transactions are completed or pending, outgoing ones negative',
  ),
  'GET /api/dashboards/crypto': said(
    'the price of the last 145 minutes, ending at the amount',
    'prices and wallets of four coins',
    'a watchlist of six, each with twenty points a minute apart',
  ),
  'GET /api/pages/activities': said('answers the list'),
  'GET /api/ui/icons/:set': said(
    'answers namespace, name, grid and list of each of the six sets',
    'heroicons-solid is drawn at size 5, the others at 6',
    'an unknown set answers null',
  ),
  'GET /api/apps/help-center/faqs': said(
    'without a slug every category with its questions',
    'with a slug that category with its questions',
    'an unknown slug answers null',
  ),
  'GET /api/apps/help-center/guides': said(
    'with a slug the category with all its guides',
    'without a slug every category with the first five, how many are visible and how many there are',
    'with a limit so many',
    'an unknown slug answers null',
  ),
  'GET /api/apps/help-center/guide': said(
    'answers the category with the guide and its content',
    'an unknown guide answers null',
  ),
  'GET /api/apps/academy/categories': said('sorted by title'),
  'GET /api/apps/academy/courses': said('answers all, each of eleven steps'),
  'GET /api/apps/academy/courses/course': said('answers the course with its eleven steps in order', UNKNOWN),
  'PATCH /api/apps/academy/courses/course': said('keeps the progress, and the other courses stay', UNKNOWN),
} as const satisfies Partial<Record<DemoCallKey, Said>>;

/** The apps that keep records. */
export const APPS = {
  'GET /api/apps/mailbox/settings': said('the layout is right at first'),
  'PATCH /api/apps/mailbox/settings': said('answers the merged settings'),
  'GET /api/apps/mailbox/folders': said(
    'inbox, sent, drafts, spam and trash among them',
    'sent and trash count 0, drafts and spam their mails, others the unread ones',
  ),
  'GET /api/apps/mailbox/filters': said('starred and important'),
  'GET /api/apps/mailbox/labels': said('each with a slug of its title and a colour'),
  'POST /api/apps/mailbox/label': said(
    'the slug is lower-cased, with single hyphens for spaces and without other characters',
    'a taken slug gets -1, then -2',
  ),
  'PATCH /api/apps/mailbox/label': said('the slug is made anew', UNKNOWN),
  'DELETE /api/apps/mailbox/label': said('answers true, and no mail carries it any more', UNKNOWN),
  'GET /api/apps/mailbox/mails': after(
    625,
    'a folder’s mails, the newest first, with counts of cc and bcc',
    'a filter’s mails, by the name of a boolean field',
    'a label’s mails, by its slug',
    'ten a page, the first without a page, indices from 0 with both ends included',
    'a page beyond the last answers no mails, and only the last page',
    'an empty selection has one page',
  ),
  'GET /api/apps/mailbox/mail': said('answers the mail', UNKNOWN),
  'POST /api/apps/mailbox/mail': said(
    'a sent one is from the user, of now, and the first of the sent ones',
    'a draft is kept among the drafts, and needs no address',
  ),
  'PATCH /api/apps/mailbox/mail': said(MERGED, 'folder and counts follow', UNKNOWN),
  'DELETE /api/apps/mailbox/mail': said('moves it to the trash, and from there it is gone', UNKNOWN),

  'GET /api/apps/chat/chats': said('each with contact and messages, and whose messages are mine'),
  'GET /api/apps/chat/chat': said('answers the chat', 'an unknown id is an error that names it'),
  'POST /api/apps/chat/chat': said('begins an empty chat with a contact, once', UNKNOWN),
  'PATCH /api/apps/chat/chat': said(MERGED, 'a message is sent by adding it, and the chat comes first', UNKNOWN),
  'DELETE /api/apps/chat/chat': said('answers true, and it is gone', UNKNOWN),
  'GET /api/apps/chat/contacts': said('sorted by name, without details and attachments'),
  'GET /api/apps/chat/contact': said('answers details and attachments', UNKNOWN),
  'GET /api/apps/chat/profile': said('answers the profile'),

  'GET /api/apps/contacts/all': said('sorted by name'),
  'GET /api/apps/contacts/search': said('by a part of the name in any case', 'a blank query answers all'),
  'GET /api/apps/contacts/contact': said('answers the contact', UNKNOWN),
  'POST /api/apps/contacts/contact': said('the new one is empty'),
  'PATCH /api/apps/contacts/contact': said(MERGED, UNKNOWN),
  'DELETE /api/apps/contacts/contact': said('answers true, and it is gone', UNKNOWN),
  'GET /api/apps/contacts/countries': said('answers names and codes'),
  'GET /api/apps/contacts/tags': said('answers the list'),
  'POST /api/apps/contacts/tag': said('answers it with a new id'),
  'PATCH /api/apps/contacts/tag': said('answers the changed tag', UNKNOWN),
  'DELETE /api/apps/contacts/tag': said('answers true, and no contact carries it any more', UNKNOWN),
  'POST /api/apps/contacts/avatar': said('answers the contact with the picture as a data address', UNKNOWN),

  'GET /api/apps/ecommerce/inventory/categories': said('Mens, Ladies and Unisex'),
  'GET /api/apps/ecommerce/inventory/brands': said('answers the list'),
  'GET /api/apps/ecommerce/inventory/tags': said('answers the list'),
  'GET /api/apps/ecommerce/inventory/vendors': said('answers the list'),
  'GET /api/apps/ecommerce/inventory/products': after(
    300,
    'by name, ascending, page 1, ten a page by default, and so without the first ten',
    'page 0 is the first, indices with both ends included',
    'the search finds a part of the name in any case',
    'sku, name and active sort as text, other fields as numbers, both ways',
    'a page beyond the last answers null, and only the last page',
    'the last page by its number is empty',
  ),
  'GET /api/apps/ecommerce/inventory/product': said('answers the product', UNKNOWN),
  'POST /api/apps/ecommerce/inventory/product': said('inactive, called A New Product, otherwise empty'),
  'PATCH /api/apps/ecommerce/inventory/product': said(MERGED, UNKNOWN),
  'DELETE /api/apps/ecommerce/inventory/product': said('answers true, and it is gone', UNKNOWN),
  'POST /api/apps/ecommerce/inventory/tag': said('answers it with a new id'),
  'PATCH /api/apps/ecommerce/inventory/tag': said('answers the changed tag', UNKNOWN),
  'DELETE /api/apps/ecommerce/inventory/tag': said('answers true, and no product carries it any more', UNKNOWN),

  'GET /api/apps/file-manager': said(
    'null means the root',
    'folders and files sorted by name',
    'the path leads from the root to the folder itself',
  ),
  'POST /api/apps/file-manager/item': said('answers it with an id, made by the user'),
  'PATCH /api/apps/file-manager/item': said(MERGED, UNKNOWN),
  'DELETE /api/apps/file-manager/item': said('answers true, and it is gone with all that lay in it', UNKNOWN),

  'GET /api/apps/notes/labels': said('answers the list'),
  'POST /api/apps/notes/labels': said('answers the whole list'),
  'PATCH /api/apps/notes/labels': said('answers the whole list'),
  'DELETE /api/apps/notes/labels': said('answers the list, and no note carries it any more'),
  'POST /api/apps/notes/tasks': said('answers the note with the task, not completed', UNKNOWN),
  'GET /api/apps/notes/all': said('labels as objects'),
  'POST /api/apps/notes': said('answers it with an id'),
  'PATCH /api/apps/notes': said('takes the place of the former', UNKNOWN),
  'DELETE /api/apps/notes': said('answers true, and it is gone', UNKNOWN),

  'GET /api/apps/tasks/tags': said('answers the list'),
  'POST /api/apps/tasks/tag': said('answers it with a new id'),
  'PATCH /api/apps/tasks/tag': said('answers the changed tag', UNKNOWN),
  'DELETE /api/apps/tasks/tag': said('answers true, and no task carries it any more', UNKNOWN),
  'GET /api/apps/tasks/all': said('by order'),
  'GET /api/apps/tasks/search': said(
    'finds title or notes, and marks the hits in the title',
    'a blank query answers null',
  ),
  'PATCH /api/apps/tasks/order': said('answers all in the order that was sent'),
  'GET /api/apps/tasks/task': said('answers the task', UNKNOWN),
  'POST /api/apps/tasks/task': said('of priority 1 and otherwise empty, first, and the others move down'),
  'PATCH /api/apps/tasks/task': said(MERGED, UNKNOWN),
  'DELETE /api/apps/tasks/task': said('answers true, and it is gone', UNKNOWN),

  'GET /api/apps/scrumboard/boards': said('each with its members'),
  'GET /api/apps/scrumboard/board': said('lists and cards by position, labels as objects', UNKNOWN),
  'PUT /api/apps/scrumboard/board': said('answers it with an id'),
  'PATCH /api/apps/scrumboard/board': said(MERGED, UNKNOWN),
  'DELETE /api/apps/scrumboard/board': said('answers true, and its lists, cards and labels are gone', UNKNOWN),
  'POST /api/apps/scrumboard/board/list': said('answers it with an id'),
  'PATCH /api/apps/scrumboard/board/list': said(MERGED, UNKNOWN),
  'PATCH /api/apps/scrumboard/board/lists': said('answers the changed lists'),
  'DELETE /api/apps/scrumboard/board/list': said('answers true, and its cards are gone', UNKNOWN),
  'PUT /api/apps/scrumboard/board/card': said('answers it with an id'),
  'PATCH /api/apps/scrumboard/board/card': said('takes and answers labels as objects', UNKNOWN),
  'PATCH /api/apps/scrumboard/board/cards': said('answers the changed cards'),
  'PATCH /api/apps/scrumboard/board/card/positions': said('the place in the list becomes the position'),
  'DELETE /api/apps/scrumboard/board/card': said('answers true, and it is gone', UNKNOWN),
  'GET /api/apps/scrumboard/board/labels': said('answers those of the board'),
  'PUT /api/apps/scrumboard/board/label': said('answers it with an id'),
  'POST /api/apps/scrumboard/board/label': said('answers as PUT does'),
  'PATCH /api/apps/scrumboard/board/label': said('answers the changed label', UNKNOWN),
  'DELETE /api/apps/scrumboard/board/label': said('answers true, and no card carries it any more', UNKNOWN),
} as const satisfies Partial<Record<DemoCallKey, Said>>;

/** What screens keep of which the document shows no calls: ours, in the manner of the others. */
export const OWN = {
  'GET /api/pages/settings': said('account, security, billing and notifications, and of a card its last four digits'),
  'PATCH /api/pages/settings': said(MERGED),
  'GET /api/pages/settings/team': said('the user first, as an admin, then the members'),
  'POST /api/pages/settings/team/member': said(
    'the new one is invited, has a new id and stands at the end',
    'who is there already is refused, in whatever case',
  ),
  'PATCH /api/pages/settings/team/member': said(MERGED, UNKNOWN),
  'DELETE /api/pages/settings/team/member': said('answers true, and it is gone', UNKNOWN),

  'GET /api/pages/profile': said('posts, the newest first, with names of all who wrote'),
  'POST /api/pages/profile/post': said('the new one is the user’s, of now, and the first', 'a blank one is refused'),
  'PATCH /api/pages/profile/post': said('a like counts once, and can be taken back', UNKNOWN),
  'DELETE /api/pages/profile/post': said('answers true, and it is gone', 'what others wrote stays', UNKNOWN),
  'POST /api/pages/profile/comment': said('a comment comes last, and a reply names what it replies to', UNKNOWN),
  'PATCH /api/pages/profile/comment': said('a like counts once, and can be taken back', UNKNOWN),
  'DELETE /api/pages/profile/comment': said(
    'answers true, and it is gone with all replies to it',
    'what others wrote stays',
    UNKNOWN,
  ),
  'PATCH /api/pages/profile/follower': said('follows, or no longer, and the others stay', UNKNOWN),
} as const satisfies Partial<Record<DemoCallKey, Said>>;
