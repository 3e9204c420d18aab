import type { NewNotification } from '../inbox/inbox.service.ts';
import type { CopyFailure } from './copy-failures.rules.ts';

/** Tells administrators that a scheduled run needs them. */
export function failedCopyNotification(
  { id, name }: { id: string; name: string },
  { status, failure }: Pick<CopyFailure, 'status' | 'failure'>,
): NewNotification {
  const title =
    status === 'stopped'
      ? { en: `The copy ${name} needs a decision`, tr: `${name} kopyası karar bekliyor` }
      : { en: `The copy ${name} failed`, tr: `${name} kopyası başarısız oldu` };
  return {
    kind: 'copies',
    icon: 'alert',
    title,
    description: { en: failure.message, tr: `Veriler olduğu gibi duruyor. ${failure.message}` },
    link: `/copies?copy=${id}`,
  };
}
