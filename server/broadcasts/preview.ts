import type { broadcasts } from '#contract/broadcasts.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import { bookingsByIds } from '#server/bookings/read.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, Refusal } from '#server/platform/errors.ts'
import { findReaders } from './audience.ts'
import { valuesOf } from './messages.ts'
import { fillPlaceholders, unknownPlaceholders } from './rules.ts'

type Words = { subject: string; text: string }

/**
 * A message as the first of its readers would get it.
 * @throws Refusal `not_found` for a venue, `invalid`, `empty_audience`
 */
export const previewBroadcast = async (
  tx: Tx,
  actor: Actor,
  { subject, text, ...wanted }: Body<(typeof broadcasts)['preview']>,
): Promise<Answer<typeof broadcasts.preview>> => {
  requireWords({ subject, text })
  const {
    buyers: [reader],
  } = await findReaders(tx, actor, wanted)
  if (reader === undefined) throw emptyAudience()
  const [booking] = await bookingsByIds(tx, [reader.bookingIds[0]])
  if (booking === undefined) return failInvariant('somebody has a booking that does not exist')
  const values = valuesOf(actor.messages, booking, reader.firstName)
  return { subject: fillPlaceholders(subject, values), text: fillPlaceholders(text, values) }
}

/** @throws Refusal `invalid` for words in braces that stand for nothing */
export const requireWords = (words: Words): void => {
  const errors = Object.entries(words).flatMap(([field, value]) => {
    const [unknown] = unknownPlaceholders(value)
    return unknown === undefined
      ? []
      : [
          [
            field,
            [(messages: Actor['messages']) => messages.broadcasts.unknownPlaceholder({ unknown })],
          ] as const,
        ]
  })
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}

export const emptyAudience = (): Refusal =>
  new Refusal('empty_audience', (messages) => messages.broadcasts.emptyAudience)
