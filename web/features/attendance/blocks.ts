import type { DeskSession } from '#contract/attendance.ts'
import { reservedForDesk, letTo, placesLetTo } from '#messages/desk/attendance.ts'

type Let = Pick<DeskSession, 'blocks' | 'capacity'>

/** Places of a session that are let outside this system or kept for the desk. */
export const countBlocked = ({ blocks }: Let): number => blocks.reduce((sum, { places }) => sum + places, 0)

/** Places of a session that are let outside this system. */
export const countLet = ({ blocks }: Pick<Let, 'blocks'>): number =>
  blocks.reduce((sum, { places, deskOnly }) => (deskOnly ? sum : sum + places), 0)

/** Whom a session is let to, in words, where it is let as a whole; null where people may book it. */
export const describeWholeLet = ({ blocks, capacity }: Let): string | null => {
  const sold = blocks.filter(({ deskOnly }) => !deskOnly)
  return countLet({ blocks }) < capacity || sold.length === 0
    ? null
    : letTo({ hirer: [...new Set(sold.map(({ note }) => note).filter(Boolean))].join(', ') })
}

/** Each part of a session that is let or kept, in words. */
export const describeBlocks = ({ blocks }: Let): string[] =>
  blocks.map(({ note, places, deskOnly }) =>
    deskOnly ? reservedForDesk({ count: places, note }) : placesLetTo({ count: places, hirer: note }),
  )
