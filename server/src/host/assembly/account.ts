import { InboxService } from '../../inbox/inbox.service.ts';
import { messageHandlers } from '../../inbox/messages.routes.ts';
import { notificationHandlers } from '../../inbox/notifications.routes.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { TenantMail } from '../../mail/mail.ts';
import { notificationChoiceHandlers } from '../../notification-choices/notification-choices.routes.ts';
import { NotificationChoiceService } from '../../notification-choices/notification-choices.service.ts';
import { OwnDataService } from '../../profile/own-data.service.ts';
import { profileHandlers } from '../../profile/profile.routes.ts';
import { ProfileService } from '../../profile/profile.service.ts';
import type { PictureReader } from '../../report-pictures/report-pictures.service.ts';
import { personalTokenHandlers } from '../../sessions/personal-tokens.routes.ts';
import { PersonalTokenService } from '../../sessions/personal-tokens.service.ts';
import { shortcutHandlers } from '../../shortcuts/shortcuts.routes.ts';
import { ShortcutService } from '../../shortcuts/shortcuts.service.ts';
import { userHandlers } from '../../user/user.routes.ts';
import { UserService } from '../../user/user.service.ts';

/** What belongs to the signed-in person. */
export function accountHandlers(services: {
  readonly database: Database;
  readonly mail: TenantMail;
  readonly pictures: PictureReader;
  readonly publicUrl: URL;
}) {
  const { database } = services;
  return [
    messageHandlers(new InboxService({ database, kind: 'message' })),
    notificationHandlers(new InboxService({ database, kind: 'notification' })),
    notificationChoiceHandlers(new NotificationChoiceService({ database })),
    shortcutHandlers(new ShortcutService({ database })),
    userHandlers(new UserService({ database })),
    profileHandlers(new ProfileService(services), new OwnDataService(services)),
    personalTokenHandlers(new PersonalTokenService(services)),
  ];
}
