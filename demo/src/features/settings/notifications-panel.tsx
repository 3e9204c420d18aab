import { FormSection, SettingsForm } from './form/settings-form.tsx';
import { SwitchRow } from './form/switch-row.tsx';
import { useSettingsForm } from './form/use-settings-form.ts';
import { useSettingsTexts } from './settings.texts.ts';
import { type Settings, useSaveSettings, WithSettings } from './use-settings.tsx';

const GROUPS = [
  [
    'ofWork',
    [
      ['mentions', 'mentionsText'],
      ['comments', 'commentsText'],
      ['tasks', 'tasksText'],
      ['joins', 'joinsText'],
    ],
  ],
  [
    'ofProduct',
    [
      ['security', 'securityNewsText'],
      ['product', 'productText'],
      ['tips', 'tipsText'],
      ['digest', 'digestText'],
    ],
  ],
] as const;
const NAMES = {
  mentions: 'mentions',
  comments: 'comments',
  tasks: 'tasks',
  joins: 'joins',
  security: 'securityNews',
  product: 'product',
  tips: 'tips',
  digest: 'digest',
} as const;

/** Notification preferences. */
export function NotificationsPanel() {
  return <WithSettings>{({ notifications }) => <NotificationsForm stored={notifications} />}</WithSettings>;
}

function NotificationsForm({ stored }: { stored: Settings['notifications'] }) {
  const t = useSettingsTexts();
  const save = useSaveSettings();
  const form = useSettingsForm({ stored, save: (notifications) => save({ notifications }) });
  return (
    <SettingsForm form={form}>
      {GROUPS.map(([group, switches]) => (
        <FormSection key={group} title={t(group)}>
          {switches.map(([name, text]) => (
            <SwitchRow
              key={name}
              label={t(NAMES[name])}
              description={t(text)}
              checked={form.values[name]}
              onChange={(on) => form.set({ [name]: on })}
            />
          ))}
        </FormSection>
      ))}
    </SettingsForm>
  );
}
