import type { Language } from '@rise/contract';
import { ContactDialog, HelpMenu } from '@rise/ui/panels';
import { IconFileText, IconLayoutGrid } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../kernel/settings.ts';
import { useContact } from './contact.queries.ts';

/** Documentation, the knowledge centre and the demo suite where they are offered, and a way to write to whoever runs the portal. */
export default function HelpTool() {
  const { t, i18n } = useTranslation();
  const { help, demoSuite } = useSettings();
  const contact = useContact();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <HelpMenu
        {...(help.url === null ? {} : { knowledgeCenter: help.url })}
        items={[
          { id: 'docs', label: t('documentation.pageTitle'), icon: IconFileText, href: '/docs' },
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
