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
