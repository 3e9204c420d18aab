/** Of a contact that was just added: several may have it and be different people. */
export const NEW_CONTACT_NAME = { en: 'New contact', tr: 'Yeni kişi' } as const;

/** The details of a contact of which nothing but the name is known. */
export const emptyContact = () => ({
  avatar: null,
  background: null,
  emails: [],
  phoneNumbers: [],
  title: null,
  company: null,
  birthday: null,
  address: null,
  notes: null,
  tags: [],
});
