export const title = 'Guest passes'
export const lead = 'Send a pass to a friend.'
export const none = 'No guest passes yet'
export const noneHelp = 'Guest passes from your membership appear here.'

export const status = {
  available: 'Available',
  issued: 'Sent',
  used: 'Used',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
} as const
export const forGuest = ({ name, email }: { name: string; email: string }): string => `For ${name} (${email})`
export const forGuestWithCode = ({
  name,
  email,
  code,
}: {
  name: string
  email: string
  code: string
}): string => `For ${name} (${email}), code ${code}`
export const validOn = ({ date }: { date: string }): string => `Valid on ${date}`
export const validBetween = ({ from, until }: { from: string; until: string }): string =>
  `Valid from ${from} to ${until}`
export const withdraw = 'Withdraw pass'
export const withdrawFrom = ({ name }: { name: string }): string => `Withdraw pass: ${name}`
export const withdrawQuestion = ({ name }: { name: string }): string => `Withdraw the pass for ${name}?`
export const withdrawHelp = ({ name }: { name: string }): string =>
  `We'll tell ${name} that the pass no longer works. You get it back and can send it to another guest.`
export const keepPass = 'Keep pass'
export const withdrawn = 'Guest pass withdrawn. You can send it to another guest.'

export const send = 'Send to a guest'
export const passBetween = ({ pass, from, until }: { pass: string; from: string; until: string }): string =>
  `${pass}, valid from ${from} to ${until}.`
export const firstName = "Guest's first name"
export const lastName = 'Last name'
export const email = 'E-mail address'
export const venue = 'Venue'
export const date = 'Date of visit'
export const sendPass = 'Send guest pass'
export const sent = ({ email: address }: { email: string }): string => `Guest pass sent to ${address}.`
