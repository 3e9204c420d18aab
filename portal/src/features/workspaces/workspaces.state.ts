import type { SearchParams } from '@rise/ui/search-params';

/** What the screen shows, as stored in the address: `?workspace=<id>`, or `?workspace=new`; `?archived=1`; `?template=<id>` or `?template=all`. */
export interface WorkspacesView {
  /** The workspace whose drawer is open; 'new' for one to create. */
  open: string | null;
  archived: boolean;
  /** The template that the drawer of templates shows; 'all' for none before the others; null: it is closed. */
  template: string | null;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readWorkspacesView({ workspace, archived, template }: SearchParams): WorkspacesView {
  const isOpen = workspace !== undefined && (workspace === 'new' || ID.test(workspace));
  const isOffers = template !== undefined && (template === 'all' || ID.test(template));
  return { open: isOpen ? workspace : null, archived: archived === '1', template: isOffers ? template : null };
}

export const writeWorkspacesView = ({ open, archived, template }: WorkspacesView): Record<string, string> => ({
  ...(open !== null && { workspace: open }),
  ...(archived && { archived: '1' }),
  ...(template !== null && { template }),
});
