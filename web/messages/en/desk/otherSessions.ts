import { plural } from '#messages/format.ts'

export const offerOther = 'Offer another session'
export const offerOtherFor = ({ name }: { name: string }): string => `Offer another session: ${name}`
export const offerTitle = 'Offer another session'
export const offerLead = ({ partner }: { partner: string }): string =>
  `The price stays the same. ${partner} asks its customer, who can still say no.`
export const offered = ({ partner }: { partner: string }): string =>
  `Other session offered. ${partner} can now complete the booking.`

export const replace = 'Other session'
export const replaceFor = ({ name }: { name: string }): string => `Other session for ${name}`
export const replaceTitle = ({ name }: { name: string }): string => `Another session for ${name}`
export const replaceLead = 'The booking moves at the same price. The company that sold it tells the customer.'
export const replaced = ({ name }: { name: string }): string => `${name} has another session.`

export const none = 'There are no other sessions of this kind with places.'
export const session = 'Session'
export const option = ({
  day,
  time,
  room,
  spaces,
}: {
  day: string
  time: string
  room: string
  spaces: number
}): string =>
  `${day}, ${time}, ${room} (${plural(spaces, { one: '1 place free', other: `${spaces} places free` })})`
export const message = 'Message'
export const messageHint = 'The company that sold the booking passes it on'
export const choose = 'Choose this session'
