import type { DemoCallKey } from '@rise/contract/demo';
import type { Delay } from '../group.ts';

/** A call's specification: its delay in milliseconds and each behavior that needs a test. */
export interface CallSpec {
  readonly delay: Delay;
  readonly behaviors: readonly string[];
}

export const spec = (...behaviors: string[]): CallSpec => ({ delay: 0, behaviors });
const after = (delay: Delay, ...behaviors: string[]): CallSpec => ({ delay, behaviors });

const UNKNOWN = 'an unknown id returns null';
const MERGED = 'returns the merged one, and the others stay';

/** Authentication, and the calls of the shell. */
export const FRAME = {
  'POST /api/auth/forgot-password': after(1000, 'returns true'),
  'POST /api/auth/reset-password': after(1000, 'returns true'),
  'POST /api/auth/sign-in': after(
    1500,
    'returns user, a token of seven days signed with HS256, and its type',
    'a wrong e-mail or password returns 404 with false',
  ),
  'POST /api/auth/sign-in-with-token': spec(
    'a good token returns a fresh one',
    'a token that was altered, signed by others or has expired returns 401',
  ),
  'POST /api/auth/sign-up': after(1500, 'returns true'),
  'POST /api/auth/unlock-session': after(1500, 'returns as sign-in does', 'wrong credentials returns 404 with false'),

  'GET /api/common/user': spec('returns the demo user, online'),
  'PATCH /api/common/user': spec(MERGED),
  'GET /api/common/navigation': spec(
    'returns four menus',
    'its texts are in the language of the request',
    'compact, futuristic and horizontal lead to the same screens as default',
  ),
  'POST /api/common/search': spec(
    'returns sets of contacts, pages and tasks',
    'labels are in the language of the request',
    'each result has a link and a value',
    'sets without hits are left out',
    'a blank query returns an empty list',
  ),

  'GET /api/common/messages': spec('returns the list'),
  'POST /api/common/messages': spec('the new one has a new id and comes first'),
  'PATCH /api/common/messages': spec(MERGED, UNKNOWN),
  'DELETE /api/common/messages': spec('returns the deleted one', UNKNOWN),
  'GET /api/common/messages/mark-all-as-read': spec('returns true, and all are read'),
  'POST /api/common/messages/toggle-read-status': spec('returns it as read or unread', UNKNOWN),
  'GET /api/common/notifications': spec('returns the list'),
  'POST /api/common/notifications': spec('the new one has a new id and comes first'),
  'PATCH /api/common/notifications': spec(MERGED, UNKNOWN),
  'DELETE /api/common/notifications': spec('returns the deleted one', UNKNOWN),
  'GET /api/common/notifications/mark-all-as-read': spec('returns true, and all are read and seen'),
  'POST /api/common/notifications/toggle-read-status': spec('returns it as read or unread', UNKNOWN),
  'GET /api/common/shortcuts': spec('returns the list'),
  'POST /api/common/shortcuts': spec('the new one has a new id'),
  'PATCH /api/common/shortcuts': spec(MERGED, UNKNOWN),
  'DELETE /api/common/shortcuts': spec('returns the deleted one', UNKNOWN),
} as const satisfies Partial<Record<DemoCallKey, CallSpec>>;

/** Dashboards, pages and other read-only data. */
export const READ = {
  'GET /api/dashboards/project': spec(
    'seven days of issues, new as a line and closed as columns',
    'expenses of 6, 4 and 10 points, each sum that of its points',
    'each row of the budget adds up to its total',
  ),
  'GET /api/dashboards/analytics': spec(
    'visitors every three days over twelve months, this year and last',
    'page views and visitors of 65 days',
    'conversions of six points, impressions and visits of four, each amount the sum of its points',
    'the shares of each audience add up to 100',
  ),
  'GET /api/dashboards/finance': spec(
    'limits of 20000, 250000, 1000 and 34500',
    'the previous statement is paid, the current one pending',
    'predicted and actual balances every three days over a year',
    'transactions are completed or pending, outgoing ones negative',
  ),
  'GET /api/dashboards/crypto': spec(
    'the price of the last 145 minutes, ending at the amount',
    'prices and wallets of four coins',
    'a watchlist of six, each with twenty points a minute apart',
  ),
  'GET /api/pages/activities': spec('returns the list'),
  'GET /api/ui/icons/:set': spec(
    'returns namespace, name, grid and list of each of the six sets',
    'heroicons-solid is drawn at size 5, the others at 6',
    'an unknown set returns null',
  ),
  'GET /api/apps/help-center/faqs': spec(
    'without a slug every category with its questions',
    'with a slug that category with its questions',
    'an unknown slug returns null',
  ),
  'GET /api/apps/help-center/guides': spec(
    'with a slug the category with all its guides',
    'without a slug every category with the first five, how many are visible and how many there are',
    'with a limit so many',
    'an unknown slug returns null',
  ),
  'GET /api/apps/help-center/guide': spec(
    'returns the category with the guide and its content',
    'an unknown guide returns null',
  ),
  'GET /api/apps/academy/categories': spec('sorted by title'),
  'GET /api/apps/academy/courses': spec('returns all, each of eleven steps'),
  'GET /api/apps/academy/courses/course': spec('returns the course with its eleven steps in order', UNKNOWN),
  'PATCH /api/apps/academy/courses/course': spec('keeps the progress, and the other courses stay', UNKNOWN),
} as const satisfies Partial<Record<DemoCallKey, CallSpec>>;

/** Apps with stored records. */
export const APPS = {
  'GET /api/apps/mailbox/settings': spec('the layout is right at first'),
  'PATCH /api/apps/mailbox/settings': spec('returns the merged settings'),
  'GET /api/apps/mailbox/folders': spec(
    'inbox, sent, drafts, spam and trash among them',
    'sent and trash count 0, drafts and spam their mails, others the unread ones',
  ),
  'GET /api/apps/mailbox/filters': spec('starred and important'),
  'GET /api/apps/mailbox/labels': spec('each with a slug of its title and a color'),
  'POST /api/apps/mailbox/label': spec(
    'the slug is lower-cased, with single hyphens for spaces and without other characters',
    'a taken slug gets -1, then -2',
  ),
  'PATCH /api/apps/mailbox/label': spec('the slug is updated', UNKNOWN),
  'DELETE /api/apps/mailbox/label': spec('returns true, and no mail carries it any more', UNKNOWN),
  'GET /api/apps/mailbox/mails': after(
    625,
    'a folder’s mails, the newest first, with counts of cc and bcc',
    'a filter’s mails, by the name of a boolean field',
    'a label’s mails, by its slug',
    'ten a page, the first without a page, indices from 0 with both ends included',
    'a page beyond the last returns no mails, and only the last page',
    'an empty selection has one page',
  ),
  'GET /api/apps/mailbox/mail': spec('returns the mail', UNKNOWN),
  'POST /api/apps/mailbox/mail': spec(
    'a sent one is from the user, of now, and the first of the sent ones',
    'a draft is kept among the drafts, and needs no address',
  ),
  'PATCH /api/apps/mailbox/mail': spec(MERGED, 'folder and counts follow', UNKNOWN),
  'DELETE /api/apps/mailbox/mail': spec('moves it to the trash, and from there it is gone', UNKNOWN),

  'GET /api/apps/chat/chats': spec('each with contact and messages, and whose messages are mine'),
  'GET /api/apps/chat/chat': spec('returns the chat', 'an unknown id is an error that names it'),
  'POST /api/apps/chat/chat': spec('begins an empty chat with a contact, once', UNKNOWN),
  'PATCH /api/apps/chat/chat': spec(MERGED, 'a message is sent by adding it, and the chat comes first', UNKNOWN),
  'DELETE /api/apps/chat/chat': spec('returns true, and it is gone', UNKNOWN),
  'GET /api/apps/chat/contacts': spec('sorted by name, without details and attachments'),
  'GET /api/apps/chat/contact': spec('returns details and attachments', UNKNOWN),
  'GET /api/apps/chat/profile': spec('returns the profile'),

  'GET /api/apps/contacts/all': spec('sorted by name'),
  'GET /api/apps/contacts/search': spec('by a part of the name in any case', 'a blank query returns all'),
  'GET /api/apps/contacts/contact': spec('returns the contact', UNKNOWN),
  'POST /api/apps/contacts/contact': spec('the new one is empty'),
  'PATCH /api/apps/contacts/contact': spec(MERGED, UNKNOWN),
  'DELETE /api/apps/contacts/contact': spec('returns true, and it is gone', UNKNOWN),
  'GET /api/apps/contacts/countries': spec('returns names and codes'),
  'GET /api/apps/contacts/tags': spec('returns the list'),
  'POST /api/apps/contacts/tag': spec('returns it with a new id'),
  'PATCH /api/apps/contacts/tag': spec('returns the changed tag', UNKNOWN),
  'DELETE /api/apps/contacts/tag': spec('returns true, and no contact carries it any more', UNKNOWN),
  'POST /api/apps/contacts/avatar': spec('returns the contact with the picture as a data address', UNKNOWN),

  'GET /api/apps/ecommerce/inventory/categories': spec('Mens, Ladies and Unisex'),
  'GET /api/apps/ecommerce/inventory/brands': spec('returns the list'),
  'GET /api/apps/ecommerce/inventory/tags': spec('returns the list'),
  'GET /api/apps/ecommerce/inventory/vendors': spec('returns the list'),
  'GET /api/apps/ecommerce/inventory/products': after(
    300,
    'by name, ascending, page 1, ten a page by default, and so without the first ten',
    'page 0 is the first, indices with both ends included',
    'the search finds a part of the name in any case',
    'sku, name and active sort as text, other fields as numbers, both ways',
    'a page beyond the last returns null, and only the last page',
    'the last page by its number is empty',
  ),
  'GET /api/apps/ecommerce/inventory/product': spec('returns the product', UNKNOWN),
  'POST /api/apps/ecommerce/inventory/product': spec('inactive, called A New Product, otherwise empty'),
  'PATCH /api/apps/ecommerce/inventory/product': spec(MERGED, UNKNOWN),
  'DELETE /api/apps/ecommerce/inventory/product': spec('returns true, and it is gone', UNKNOWN),
  'POST /api/apps/ecommerce/inventory/tag': spec('returns it with a new id'),
  'PATCH /api/apps/ecommerce/inventory/tag': spec('returns the changed tag', UNKNOWN),
  'DELETE /api/apps/ecommerce/inventory/tag': spec('returns true, and no product carries it any more', UNKNOWN),

  'GET /api/apps/file-manager': spec(
    'null means the root',
    'folders and files sorted by name',
    'the path leads from the root to the folder itself',
  ),
  'POST /api/apps/file-manager/item': spec('returns it with an id, made by the user'),
  'PATCH /api/apps/file-manager/item': spec(MERGED, UNKNOWN),
  'DELETE /api/apps/file-manager/item': spec('returns true, and it is gone with all that lay in it', UNKNOWN),

  'GET /api/apps/notes/labels': spec('returns the list'),
  'POST /api/apps/notes/labels': spec('returns the whole list'),
  'PATCH /api/apps/notes/labels': spec('returns the whole list'),
  'DELETE /api/apps/notes/labels': spec('returns the list, and no note carries it any more'),
  'POST /api/apps/notes/tasks': spec('returns the note with the task, not completed', UNKNOWN),
  'GET /api/apps/notes/all': spec('labels as objects'),
  'POST /api/apps/notes': spec('returns it with an id'),
  'PATCH /api/apps/notes': spec('takes the place of the former', UNKNOWN),
  'DELETE /api/apps/notes': spec('returns true, and it is gone', UNKNOWN),

  'GET /api/apps/tasks/tags': spec('returns the list'),
  'POST /api/apps/tasks/tag': spec('returns it with a new id'),
  'PATCH /api/apps/tasks/tag': spec('returns the changed tag', UNKNOWN),
  'DELETE /api/apps/tasks/tag': spec('returns true, and no task carries it any more', UNKNOWN),
  'GET /api/apps/tasks/all': spec('by order'),
  'GET /api/apps/tasks/search': spec(
    'finds title or notes, and marks the hits in the title',
    'a blank query returns null',
  ),
  'PATCH /api/apps/tasks/order': spec('returns all in the order that was sent'),
  'GET /api/apps/tasks/task': spec('returns the task', UNKNOWN),
  'POST /api/apps/tasks/task': spec('of priority 1 and otherwise empty, first, and the others move down'),
  'PATCH /api/apps/tasks/task': spec(MERGED, UNKNOWN),
  'DELETE /api/apps/tasks/task': spec('returns true, and it is gone', UNKNOWN),

  'GET /api/apps/scrumboard/boards': spec('each with its members'),
  'GET /api/apps/scrumboard/board': spec('lists and cards by position, labels as objects', UNKNOWN),
  'PUT /api/apps/scrumboard/board': spec('returns it with an id'),
  'PATCH /api/apps/scrumboard/board': spec(MERGED, UNKNOWN),
  'DELETE /api/apps/scrumboard/board': spec('returns true, and its lists, cards and labels are gone', UNKNOWN),
  'POST /api/apps/scrumboard/board/list': spec('returns it with an id'),
  'PATCH /api/apps/scrumboard/board/list': spec(MERGED, UNKNOWN),
  'PATCH /api/apps/scrumboard/board/lists': spec('returns the changed lists'),
  'DELETE /api/apps/scrumboard/board/list': spec('returns true, and its cards are gone', UNKNOWN),
  'PUT /api/apps/scrumboard/board/card': spec('returns it with an id'),
  'PATCH /api/apps/scrumboard/board/card': spec('takes and returns labels as objects', UNKNOWN),
  'PATCH /api/apps/scrumboard/board/cards': spec('returns the changed cards'),
  'PATCH /api/apps/scrumboard/board/card/positions': spec('the place in the list becomes the position'),
  'DELETE /api/apps/scrumboard/board/card': spec('returns true, and it is gone', UNKNOWN),
  'GET /api/apps/scrumboard/board/labels': spec('returns those of the board'),
  'PUT /api/apps/scrumboard/board/label': spec('returns it with an id'),
  'POST /api/apps/scrumboard/board/label': spec('returns as PUT does'),
  'PATCH /api/apps/scrumboard/board/label': spec('returns the changed label', UNKNOWN),
  'DELETE /api/apps/scrumboard/board/label': spec('returns true, and no card carries it any more', UNKNOWN),
} as const satisfies Partial<Record<DemoCallKey, CallSpec>>;

/** Calls that the specification does not list, designed like the others. */
export const OWN = {
  'GET /api/apps/file-manager/search': spec('finds names and descriptions in all folders, and says in which'),
  'GET /api/apps/file-manager/folders': spec('each after the one it is in'),
  'GET /api/apps/file-manager/content': spec(
    'has exactly the size that the file has, whatever the language',
    'a folder and an unknown id return null',
  ),
  'DELETE /api/apps/file-manager/items': spec(
    'returns those that were there, and they are gone with all that lay in them',
  ),
  'POST /api/apps/file-manager/restore': spec(
    'brings back a folder with all that was in it',
    'a deletion of several is undone as a whole, whatever their number',
  ),

  'PATCH /api/apps/mailbox/mails': spec(
    'returns those that were there, merged, and the others stay',
    'with one that is not valid, none is changed',
  ),
  'DELETE /api/apps/mailbox/mails': spec('returns the ids of those that were in the trash, and they are gone'),
  'DELETE /api/apps/mailbox/trash': spec('returns the ids of the mails that were there, and all others stay'),
  'POST /api/apps/mailbox/restore': spec(
    'mails that were deleted permanently are there again as they were, in both languages',
  ),
  'POST /api/apps/chat/group': spec(
    'begins an empty chat with several contacts, as one of its title',
    'without a title or with unknown people it is rejected',
  ),
  'POST /api/apps/chat/answer': after(
    1500,
    'a message of the contact comes, and is unread',
    'in a group, its members answer in turn',
    UNKNOWN,
  ),
  'POST /api/apps/chat/restore': spec(
    'a deleted chat returns as it was, with its id, in both languages',
    'not where there is another one with the contact by now',
    UNKNOWN,
  ),
  'PATCH /api/apps/chat/profile': spec('returns the profile with what was written'),

  'POST /api/common/search/records': spec(
    'finds records of each app by all words, in any order, and titles first',
    'a blank query returns an empty list',
  ),
  'GET /api/apps/help-center/search': spec(
    'finds questions and guides with all words, those with the words in the title first',
    'a blank query returns an empty list',
  ),
  'GET /api/apps/help-center/votes': spec('returns none before the first vote'),
  'PATCH /api/apps/help-center/vote': spec('keeps one vote for each, and null takes it back'),
  'GET /api/apps/help-center/support/draft': spec('starts with the name and address of the visitor'),
  'PATCH /api/apps/help-center/support/draft': spec('returns the merged draft'),
  'GET /api/apps/help-center/support/messages': spec('returns none before the first is sent'),
  'POST /api/apps/help-center/support/message': spec(
    'the new one has a new id and comes first, and the draft keeps name and address only',
    'a blank field or a wrong address is rejected',
  ),
  'GET /api/pages/settings': spec('account, security, billing and notifications, and of a card its last four digits'),
  'PATCH /api/pages/settings': spec(MERGED),
  'GET /api/pages/settings/team': spec('the user first, as an admin, then the members'),
  'POST /api/pages/settings/team/member': spec(
    'the new one is invited, has a new id and comes last',
    'who is there already is rejected, in whatever case',
  ),
  'PATCH /api/pages/settings/team/member': spec(MERGED, UNKNOWN),
  'DELETE /api/pages/settings/team/member': spec('returns true, and it is gone', UNKNOWN),

  'GET /api/pages/profile': spec('posts, the newest first, with names of all who wrote'),
  'POST /api/pages/profile/post': spec('the new one is the user’s, of now, and the first', 'a blank one is rejected'),
  'PATCH /api/pages/profile/post': spec('a like counts once, and can be taken back', UNKNOWN),
  'DELETE /api/pages/profile/post': spec('returns true, and it is gone', 'what others wrote stays', UNKNOWN),
  'POST /api/pages/profile/comment': spec('a comment comes last, and a reply names what it replies to', UNKNOWN),
  'PATCH /api/pages/profile/comment': spec('a like counts once, and can be taken back', UNKNOWN),
  'DELETE /api/pages/profile/comment': spec(
    'returns true, and it is gone with all replies to it',
    'what others wrote stays',
    UNKNOWN,
  ),
  'PATCH /api/pages/profile/follower': spec('follows, or no longer, and the others stay', UNKNOWN),

  'POST /api/apps/contacts/contacts': spec(
    'returns them, each with a new id',
    'with one that is not valid, none is created',
  ),
  'DELETE /api/apps/contacts/contacts': spec('returns the ids of those that were there, and they are gone'),
  'POST /api/apps/ecommerce/inventory/products': spec(
    'returns them, each with a new id',
    'with one that is not valid, none is created',
  ),
  'PATCH /api/apps/ecommerce/inventory/products': spec(
    'returns those that were there, merged, and the others stay',
    'with one that is not valid, none is changed',
  ),
  'DELETE /api/apps/ecommerce/inventory/products': spec('returns the ids of those that were there, and they are gone'),
  'POST /api/apps/ecommerce/inventory/restore': spec('deleted products return as they were, in both languages'),
  'POST /api/apps/tasks/restore': spec(
    'a deleted task returns as it was, where it was, in both languages',
    'a tag deleted meanwhile does not return with it',
    UNKNOWN,
  ),
  'POST /api/apps/notes/restore': spec(
    'a deleted note returns as it was, where it was, in both languages',
    'a label deleted meanwhile does not return with it',
    UNKNOWN,
  ),
  'POST /api/apps/contacts/restore': spec('a deleted contact returns as it was, in both languages', UNKNOWN),
  'GET /api/apps/scrumboard/members': spec('the user first, then the people of the boards'),
  'POST /api/apps/scrumboard/board/card/comment': spec('is the last one, by the user'),
  'DELETE /api/apps/scrumboard/board/card/comment': spec('returns true, and it can be brought back', UNKNOWN),
  'POST /api/apps/scrumboard/restore': spec(
    'a card, a list and a board return as they were, in both languages',
    'only once, and not without what it was in',
    UNKNOWN,
  ),
} as const satisfies Partial<Record<DemoCallKey, CallSpec>>;
