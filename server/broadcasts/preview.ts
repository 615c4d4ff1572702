import type { AudiencePeople, MessageKind } from '#contract/audiences.ts'
import type { broadcasts } from '#contract/broadcasts.ts'
import { placeholdersFor } from '#contract/audiences.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { findReaders } from './audience.ts'
import { valuesOf } from './messages.ts'
import { fillPlaceholders, unknownPlaceholders } from './rules.ts'

type Words = { subject: string; text: string }

/**
 * A message as the first of its readers would get it.
 * @throws Refusal `not_found` for a venue, `invalid`, `empty_audience`, `no_consent`
 */
export const previewBroadcast = async (
  tx: Tx,
  actor: Actor,
  { subject, text, ...wanted }: Body<(typeof broadcasts)['preview']>,
): Promise<Answer<typeof broadcasts.preview>> => {
  requireWords({ subject, text }, wanted)
  const {
    readers: [reader],
    notAgreed,
  } = await findReaders(tx, actor, wanted)
  if (reader === undefined) throw emptyAudience(wanted, notAgreed)
  const [values = {}] = await valuesOf(tx, actor.messages, [reader])
  return { subject: fillPlaceholders(subject, values), text: fillPlaceholders(text, values) }
}

type For = { people: AudiencePeople; kind: MessageKind }

/** @throws Refusal `invalid` for words in braces that stand for nothing */
export const requireWords = (words: Words, { people, kind }: For): void => {
  const allowed = placeholdersFor(people, kind)
  const errors = Object.entries(words).flatMap(([field, value]) => {
    const [unknown] = unknownPlaceholders(value, allowed)
    return unknown === undefined
      ? []
      : [
          [
            field,
            [(messages: Actor['messages']) => messages.broadcasts.unknownPlaceholder({ unknown, allowed })],
          ] as const,
        ]
  })
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}

/** @param notAgreed people of the audience, none of whom agreed to news */
export const emptyAudience = ({ people }: For, notAgreed: number): Refusal =>
  notAgreed === 0
    ? new Refusal('empty_audience', (messages) => messages.broadcasts.emptyAudience[people])
    : new Refusal('no_consent', (messages) => messages.broadcasts.noConsent({ count: notAgreed }))
