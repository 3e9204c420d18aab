import { ApiError } from '@rise/contract/client';
import { ErrorScreen as ShellFailureScreen } from '@rise/shell/errors';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { lastRequestId } from '../client/client.ts';
import { errorText } from '../client/error-text.ts';

export { NotFoundScreen } from '@rise/shell/errors';

/** Shows the server's error text; for any other error the id of the last request before it. */
export function ErrorScreen(props: ErrorComponentProps) {
  const { t } = useTranslation();
  const { error } = props;
  return (
    <ShellFailureScreen
      {...props}
      description={error instanceof ApiError ? errorText(error, t) : null}
      requestId={lastRequestId.get()}
    />
  );
}
