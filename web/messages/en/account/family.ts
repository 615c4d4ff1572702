export const title = 'My family'
export const lead = 'The people you book for, and what the venue should know about them.'
export const you = 'You'
export const ownLogin = 'Own account'
export const born = ({ date }: { date: string }): string => `Born on ${date}`
export const changesThemselves = ({ name }: { name: string }): string =>
  `${name} logs in with their own account and changes these details there.`
export const awaitsConfirmation =
  'Medical notes, emergency contacts, waivers and proofs appear here once the family invitation is confirmed.'
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
  person,
}: {
  name: string
  person: string
  on: string
  until: string | null
  by: string | null
}): string => {
  const signed = by === null ? `signed on ${on}` : `signed by ${by} for ${person} on ${on}`
  return until === null ? `${name}: ${signed}, for one booking` : `${name}: ${signed}, valid until ${until}`
}
export const proofs = 'Proofs'
export const proof = ({ name, until }: { name: string; until: string | null }): string =>
  until === null ? name : `${name}: valid until ${until}`
export const manage = 'Manage your family'

// Sharing a household
export const shareTitle = 'Share your family'
export const shareLead =
  'Invite your partner, or another adult, by e-mail. With an account of their own they book for you and the children, and you for them. Either of you can end this.'
export const partnerEmail = 'Their e-mail address'
export const sendInvitation = 'Send invitation'
export const invitationSent = ({ email }: { email: string }): string => `We've sent a link to ${email}.`
export const confirmTitle = ({ name }: { name: string }): string => `Did you invite ${name}?`
export const joinedWith = ({ name, email }: { name: string; email: string }): string =>
  `${name} has accepted your invitation with ${email}.`
export const confirmMeans =
  "They can book for your family already. Once you confirm, you also see each other's medical notes, emergency contacts, waivers and proofs."
export const confirm = 'Confirm'
export const confirmNamed = ({ name }: { name: string }): string => `Confirm: ${name}`
export const confirmed = ({ name }: { name: string }): string => `You and ${name} now share your families.`
export const notThisPerson = 'Not this person'
export const notThisPersonNamed = ({ name }: { name: string }): string => `Not this person: ${name}`
export const removed = ({ name }: { name: string }): string => `${name} isn't in your family any more.`
export const openInvitations = 'Not accepted yet'
export const openInvitation = ({
  email,
  name,
  until,
}: {
  email: string
  name: string | null
  until: string
}): string => (name === null ? `${email}, until ${until}` : `${name} (${email}), until ${until}`)
export const takeBack = 'Take back'
export const takeBackNamed = ({ email }: { email: string }): string => `Take back: ${email}`
export const handOver = ({ name }: { name: string }): string => `Hand over to ${name}`
export const handOverLead = ({ name }: { name: string }): string =>
  `${name} is old enough for their own account. We send them a link to choose a password; then only they see and change their bookings.`
export const emailOf = ({ name }: { name: string }): string => `${name}'s e-mail address`
export const changeChild = 'Change name or date of birth'
export const childOf = ({ action, name }: { action: string; name: string }): string => `${action}: ${name}`
export const firstName = 'First name'
export const lastName = 'Last name'
export const dateOfBirth = 'Date of birth'
export const dateOfBirthHint = 'For example 27/3/2016'
export const saveChild = 'Save changes'
export const removeChild = 'Remove from your family'
export const removeChildNamed = ({ name }: { name: string }): string => `Remove ${name} from your family`
export const removeQuestion = ({ name }: { name: string }): string =>
  `Remove ${name} from your family? You can no longer book for ${name}.`
export const removeNow = 'Remove'
export const keepChild = 'Keep'
export const stopSharing = 'Stop sharing'
export const stopSharingNamed = ({ name }: { name: string }): string => `Stop sharing with ${name}`
export const stopQuestion = ({ name }: { name: string }): string =>
  `Stop sharing with ${name}? You no longer see or book for each other, or for each other's children.`
export const stopNow = 'Stop sharing now'
export const keepSharing = 'Keep sharing'

// The link in the message
export const invitationTitle = 'Family invitation'
export const invitationLead = ({ inviter }: { inviter: string }): string =>
  `${inviter} would like to share their family with you.`
export const invitationMeans = ({ inviter }: { inviter: string }): string =>
  `You can then book for each other and for the children of both. Once ${inviter} has confirmed that it's you, you also see each other's medical notes. Each of you can end this at any time.`
export const join = 'Join the family'
export const logInToJoin = 'Log in to join'
export const registerToJoin = 'Create an account'
export const takeOverTitle = ({ name }: { name: string }): string => `Your own account, ${name}`
export const takeOverLead = ({ inviter, email }: { inviter: string; email: string }): string =>
  `${inviter} has looked after your bookings until now. Choose a password and they are yours. You log in with ${email}.`
export const password = 'Password'
export const takeOver = 'Save and log in'
export const invitationGone = "This invitation can't be used"
export const invitationGoneHelp = 'It has been used, taken back or has expired. Ask for a new one.'

/** `Child`: the word that staff or the customer chose, at the start of a label. */
export const relation = ({ relation: word }: { relation: string }): string =>
  `${word.charAt(0).toUpperCase()}${word.slice(1)}`
