export const title = 'My family'
export const lead = 'The people you book for, and what the venue should know about them.'
export const you = 'You'
export const ownLogin = 'Own account'
export const born = ({ date }: { date: string }): string => `Born on ${date}`
export const changesThemselves = ({ name }: { name: string }): string =>
  `${name} logs in with their own account and changes these details there.`
export const notesOf = ({ name }: { name: string }): string => `What to know about ${name}`
export const medicalNotes = 'Medical notes'
export const whoSeesNotes =
  'Staff and instructors see this, with the emergency contact, on the list of each session they come to.'
export const emergencyContactName = 'Emergency contact'
export const emergencyContactPhone = 'Their phone number'
export const save = 'Save changes'
export const saved = 'Saved.'
export const problem = 'There is a problem'
export const waivers = 'Waivers'
export const noWaivers = 'Nothing signed yet.'
export const waiver = ({
  name,
  on,
  until,
  by,
}: {
  name: string
  on: string
  until: string | null
  by: string | null
}): string => {
  const signed = by === null ? `signed on ${on}` : `signed by ${by} on ${on}`
  return until === null ? `${name}: ${signed}, for one booking` : `${name}: ${signed}, valid until ${until}`
}
export const proofs = 'Proofs'
export const proof = ({ name, until }: { name: string; until: string | null }): string =>
  until === null ? name : `${name}: valid until ${until}`
export const manage = 'Manage your family'
