import type { Language } from '@rise/contract';
import { ContactDialog, HelpMenu } from '@rise/ui/panels';
import { IconFileText, IconLayoutGrid } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../settings/settings.ts';
import { useContact } from './contact.queries.ts';

const DOCUMENTATION = '/docs';

/** Help menu: knowledge center (default: the portal's documentation), demo if offered, contact form. */
export default function HelpTool() {
  const { t, i18n } = useTranslation();
  const { help, demoSuite } = useSettings();
  const contact = useContact();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <HelpMenu
        knowledgeCenter={help.url ?? DOCUMENTATION}
        items={[
          // Without a knowledge center the entry above already links to the documentation.
          ...(help.url === null
            ? []
            : [{ id: 'docs', label: t('documentation.pageTitle'), icon: IconFileText, href: DOCUMENTATION }]),
          ...(demoSuite.path === null
            ? []
            : [
                {
                  id: 'demo',
                  label: t('toolbar.demoSuite'),
                  icon: IconLayoutGrid,
                  href: demoSuite.path,
                  external: true,
                },
              ]),
        ]}
        onContact={() => setOpened(true)}
      />
      <ContactDialog
        opened={opened}
        onClose={() => setOpened(false)}
        onSend={async (written) => {
          await contact.mutateAsync({ ...written, language: i18n.language as Language, website: '' });
        }}
      />
    </>
  );
}
