import { plural } from '#messages/format.ts'

/** How long the places of a basket are held. */

export const heldForYouUntil = ({ time }: { time: string }) => `Held for you until ${time}`
export const needMoreTime = 'Need more time?'
export const noMoreExtensions = 'No more extensions. Check out now.'
export const extend = ({ minutes }: { minutes: number }) =>
  plural(minutes, { one: `Keep for ${minutes} more minute`, other: `Keep for ${minutes} more minutes` })
export const release = 'Release'
export const announceMinutes = ({ minutes }: { minutes: number }) =>
  plural(minutes, {
    one: `Your places are held for ${minutes} more minute.`,
    other: `Your places are held for ${minutes} more minutes.`,
  })
export const announceEnd = 'Your time ran out. The places in your basket are no longer held.'
