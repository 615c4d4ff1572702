import { time } from '#contract/time.ts'
import type { Tx } from '#server/platform/database.ts'
import * as rows from './queries.ts'
import { asksOfPeople, called, candidate, weekOf, whyNotEligible, you } from './rules.ts'
import type { Ineligible, Needs, Spoken } from './rules.ts'

export type { Ineligible, Needs, Spoken } from './rules.ts'

/** Something asked for, for a person. `plus` counts what the same call asks for besides. */
export type AskedFor = {
  personId: number
  /** Whether the person is the one who asks: sentences then say "you". */
  isSelf: boolean
  activityId: number
  localDate: string
  needs: Needs
  exceptHoldId?: number | null
  plus?: number
}

/** Why the person may not have it; null when they may. */
export const whyNotFor = async (tx: Tx, asked: AskedFor, now: Date): Promise<Ineligible | null> => {
  const { personId, activityId, localDate, needs, exceptHoldId = null, plus = 0 } = asked
  if (!asksOfPeople(needs)) return null
  const { monday, sunday } = weekOf(localDate)
  const of = { activityId, onDay: localDate, from: monday, to: sunday, exceptHoldId }
  const [person] = await rows.candidates(tx, [personId], of, now)
  if (person === undefined) return null
  const someone = { ...person, timesThisWeek: person.timesThisWeek + plus }
  return whyNotEligible(needs, candidate(someone, localDate), spokenOf(person, asked.isSelf))
}

const spokenOf = ({ firstName }: { firstName: string }, isSelf: boolean): Spoken =>
  isSelf ? you : called(firstName)

/** How a sentence speaks of a person. */
export const spoken = async (tx: Tx, personId: number, isSelf: boolean): Promise<Spoken> => {
  if (isSelf) return you
  const firstName = await rows.firstNameOf(tx, personId)
  return firstName === undefined ? you : called(firstName)
}

/** What a person has at the time of an occurrence, in a sentence about them. */
export const clashSaid = async (
  tx: Tx,
  asked: { personId: number; isSelf: boolean; occurrenceId: number; exceptHoldId: number | null },
  now: Date,
): Promise<string | null> => {
  const { personId, isSelf, occurrenceId, exceptHoldId } = asked
  const other = await rows.overlapping(tx, personId, occurrenceId, exceptHoldId, now)
  if (other === undefined) return null
  const who = await spoken(tx, personId, isSelf)
  return `${who.has} something else at this time: ${other.name} at ${time(other.startsAt, other.timezone).format24Hour}.`
}
