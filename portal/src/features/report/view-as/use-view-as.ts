import type { SearchParams } from '@rise/ui/search-params';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSession } from '../../../session/session.ts';

/** The account in the address with whose rights a report is shown; null: the reader's own. */
export function useViewAs(): string | null {
  const { account } = useSession();
  const { viewAs }: SearchParams = useSearch({ strict: false });
  return viewAs && viewAs !== account.id ? viewAs : null;
}

/** Opens the same report, with the same choices, with the reader's own rights. */
export function useStopViewing(): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate({
      to: '.',
      search: (({ viewAs: _viewAs, ...rest }: SearchParams) => rest) as never,
      resetScroll: false,
    });
}
