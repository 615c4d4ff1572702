/** Refusals about the people of a family. */

export const ownAccountNeeded = ({ age }: { age: number }): string =>
  `People aged ${age} and over need their own account.`
export const alreadyInFamily = ({ name }: { name: string }): string => `${name} is in your family already.`
export const atMost = ({ people }: { people: number }): string => `At most ${people} people.`
export const ownAddress = 'Enter the address of somebody else.'
export const notOldEnough = ({ name, age }: { name: string; age: number }): string =>
  `${name} can have an account from the age of ${age}.`
export const hasAccount = ({ name }: { name: string }): string => `${name} has an account already.`
export const addressTaken = 'There is an account with this address already.'
export const alreadyInHousehold = 'You are in this family already.'
export const invitationExpired =
  'This invitation has been used, taken back or has expired. Ask for a new one.'

// Mail
export const inviteSubject = ({ inviter }: { inviter: string }): string =>
  `${inviter} invites you to their family`
export const inviteHeading = 'Book for your family together'
export const inviteText = ({ inviter }: { inviter: string }): string =>
  `${inviter} would like to share their family with you. You can then book for each other and for the children, and each of you can end this at any time.`
export const takeOverSubject = ({ inviter }: { inviter: string }): string =>
  `${inviter} hands your account over to you`
export const takeOverHeading = 'Your own account'
export const takeOverText = ({ firstName, inviter }: { firstName: string; inviter: string }): string =>
  `Hello ${firstName}, ${inviter} has looked after your bookings until now. Choose a password and they are yours. ${inviter} no longer sees or changes them.`
export const joinedSubject = ({ name }: { name: string }): string => `${name} has joined your family`
export const joinedHeading = 'Confirm who has joined your family'
export const joinedText = ({ name, email }: { name: string; email: string }): string =>
  `${name} has accepted your invitation with ${email}, and can now book for your family. Confirm that this is the person you invited. Only then do you see each other's medical notes, emergency contacts, waivers and proofs.`
export const joinedStranger = ({ name }: { name: string }): string =>
  `If you don't know them, choose "Not this person" there. ${name} can then no longer book for your family.`
export const confirmedSubject = ({ inviter }: { inviter: string }): string =>
  `${inviter} has confirmed you: you're in the family`
export const confirmedHeading = "You're in the family"
export const confirmedText = ({ firstName, inviter }: { firstName: string; inviter: string }): string =>
  `Hello ${firstName}, ${inviter} has confirmed that it's you. You now see each other's medical notes, emergency contacts, waivers and proofs, and can book for each other and for the children.`
export const tookOverSubject = ({ name }: { name: string }): string => `${name} has their own account now`
export const tookOverHeading = ({ name }: { name: string }): string => `${name} has their own account`
export const tookOverText = ({ name }: { name: string }): string =>
  `${name} has accepted your invitation and chosen a password. From now on ${name} books and pays for themselves, and is no longer among the people you book for.`
export const openFamily = 'See your family'
export const openInvitation = 'See the invitation'
export const validUntil = ({ day }: { day: string }): string =>
  `The link works once, until ${day}. If you don't know who this is from, ignore this message.`

export const hasBookings = ({ name }: { name: string }): string =>
  `${name} has bookings to come. Cancel them first.`

export const notConfirmed =
  'You can change this once the invitation to the family is confirmed by the person who sent it.'

export const invitedAnother = ({ email }: { email: string }): string =>
  `This invitation was sent to ${email}. Log in with that address, or ask for an invitation to yours.`

export const proveInvited = ({ email }: { email: string }): string =>
  `Confirm your e-mail address first, with the link we sent to ${email}. Then open the invitation again.`
