export const title = 'Documents'
export const lead = "Documents you've uploaded, such as a student card."
export const none = 'Nothing here yet'
export const noneHelp =
  'Some prices and memberships need a document, such as a student card. If you need to upload one, it appears here.'
export const needed = 'We need a document for your membership. {upload}'
export const uploadNow = 'Upload it now'
