import type { PlaceKind } from '#contract/attendance.ts'

export const boardOf = ({ day }: { day: string }): string => `${day}, by place and time`
export const time = 'Time'
export const fromTo = ({ start, end }: { start: string; end: string }): string => `${start}–${end}`
export const peopleIn = ({
  booked,
  capacity,
  checkedIn,
}: {
  booked: number
  capacity: number
  checkedIn: number
}): string =>
  checkedIn === 0
    ? `${booked} of ${capacity} booked`
    : `${booked} of ${capacity} booked, ${checkedIn} checked in`
export const peopleOnCourt = ({ booked, checkedIn }: { booked: number; checkedIn: number }): string =>
  booked === 0 ? 'Not booked' : checkedIn === 0 ? 'Booked' : 'Checked in'
export const closed = ({ reason }: { reason: string }): string =>
  reason === '' ? 'Closed' : `Closed: ${reason}`
export const views = 'Views of the day'
export const board = 'Board'
export const sessionList = 'List'
export const messageDay = 'Message everyone booked'
export const daySheet = 'Print the day'
export const placeTabs = 'Places'
export const allPlaces = 'All places'
export const placeKinds: Readonly<Record<PlaceKind, string>> = {
  courts: 'Courts',
  classes: 'Studios',
  tickets: 'Pool, gym and more',
}
/** The connection is gone. */
export const asOf = ({ time: at }: { time: string }): string =>
  `No connection. You're seeing the day as of ${at}.`
export const nothingOn = 'Nothing is on this day.'
export const wholePage = 'Open as a page'
export const sell = 'Sell a place'
export const closeSession = 'Close'
export const printRegister = 'Print the register'

export const hired = ({ name, isProvisional }: { name: string; isProvisional: boolean }): string =>
  isProvisional ? `${name} (provisional hire)` : `${name} (hire)`
export const hires = 'Hires'
export const hireLine = ({
  start,
  end,
  place,
  hirer,
  phone,
  ...hire
}: {
  start: string
  end: string
  place: string
  hirer: string
  phone: string
  name: string
  isProvisional: boolean
}): string => [fromTo({ start, end }), place, hirer, hired(hire), phone].filter(Boolean).join(' · ')
