/** Address of the guide for those who build a site that shows reports. */
export const EMBEDDING_GUIDE = '/docs/guides/embedding';
