import { type Contact } from './contact.ts';
import { ContactForm } from './contact-form.tsx';
import { ContactView } from './contact-view.tsx';
import { useContactActs } from './use-contact-acts.ts';

/** The open contact, to be read or, where the address says so, to be edited. */
export function ContactDetail({ record }: { record: Contact }) {
  const { isEditing } = useContactActs();
  return isEditing ? <ContactForm key={record.id} contact={record} /> : <ContactView contact={record} />;
}
