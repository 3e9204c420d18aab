import type { SearchParams } from '@rise/ui/search-params';

/** What the screen shows, as stored in the address: `?workspace=<id>`, or `?workspace=new`; `?archived=1`. */
export interface WorkspacesView {
  /** The workspace whose drawer is open; 'new' for one to create. */
  open: string | null;
  archived: boolean;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readWorkspacesView({ workspace, archived }: SearchParams): WorkspacesView {
  const isOpen = workspace !== undefined && (workspace === 'new' || ID.test(workspace));
  return { open: isOpen ? workspace : null, archived: archived === '1' };
}

export const writeWorkspacesView = ({ open, archived }: WorkspacesView): Record<string, string> => ({
  ...(open !== null && { workspace: open }),
  ...(archived && { archived: '1' }),
});
