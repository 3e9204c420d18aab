import type { Workspace } from '@rise/contract';
import { DetailDrawer, DetailSection } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { MemberList } from './member-list.tsx';
import { WorkspaceForm } from './workspace-form.tsx';

export interface WorkspaceDrawerProps {
  /** Null: one is created. */
  workspace: Workspace | null;
  onCreated?: (workspace: Workspace) => void;
  onClose: () => void;
}

/** Creates a workspace, or shows what it is and who may do what there. */
export default function WorkspaceDrawer({ workspace, onCreated, onClose }: WorkspaceDrawerProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={workspace ? localize(workspace.name) : t('workspaces.form.new')}
      {...(workspace?.template && { subtitle: t('workspaces.form.template') })}
    >
      <WorkspaceForm workspace={workspace} {...(onCreated && { onCreated })} />
      {workspace?.can.manage && (
        <DetailSection title={t('workspaces.access.title')}>
          <MemberList workspace={workspace} />
        </DetailSection>
      )}
    </DetailDrawer>
  );
}
