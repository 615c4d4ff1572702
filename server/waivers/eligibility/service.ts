import { time } from '#contract/time.ts'
import type { Tx } from '#server/platform/database.ts'
import { findFirstName, findOverlapping, listCandidates } from './queries.ts'
import { hasRequirements, subjectNamed, toCandidate, weekOf, whyNotEligible, you } from './rules.ts'
import type { Ineligible, Needs, SentenceSubject } from './rules.ts'

export type { Ineligible, Needs, SentenceSubject } from './rules.ts'

/** An occurrence requested for a person. */
export type EligibilityRequest = {
  personId: number
  /** Whether the person is the caller: sentences then say "you". */
  isSelf: boolean
  activityId: number
  localDate: string
  needs: Needs
  /** A hold that does not count towards the weekly limit. */
  exceptHoldId?: number | null
  /** Places of the same request that count towards the weekly limit besides those held. */
  plus?: number
}

/** Why the person is not eligible, or null. */
export const checkEligibility = async (
  tx: Tx,
  { personId, isSelf, activityId, localDate, needs, exceptHoldId = null, plus = 0 }: EligibilityRequest,
  now: Date,
): Promise<Ineligible | null> => {
  if (!hasRequirements(needs)) return null
  const { monday, sunday } = weekOf(localDate)
  const period = { activityId, onDay: localDate, from: monday, to: sunday, exceptHoldId }
  const [person] = await listCandidates(tx, [personId], period, now)
  if (person === undefined) return null
  const candidate = toCandidate({ ...person, timesThisWeek: person.timesThisWeek + plus }, localDate)
  return whyNotEligible(needs, candidate, isSelf ? you : subjectNamed(person.firstName))
}

/** The subject of a sentence about a person: "You", or their first name. */
export const sentenceSubject = async (
  tx: Tx,
  personId: number,
  isSelf: boolean,
): Promise<SentenceSubject> => {
  if (isSelf) return you
  const firstName = await findFirstName(tx, personId)
  return firstName === undefined ? you : subjectNamed(firstName)
}

/** What a person has booked at the time of an occurrence, in a sentence about them, or null. */
export const describeClash = async (
  tx: Tx,
  clash: { personId: number; isSelf: boolean; occurrenceId: number; exceptHoldId: number | null },
  now: Date,
): Promise<string | null> => {
  const { personId, isSelf, occurrenceId, exceptHoldId } = clash
  const other = await findOverlapping(tx, personId, occurrenceId, exceptHoldId, now)
  if (other === undefined) return null
  const who = await sentenceSubject(tx, personId, isSelf)
  return `${who.has} something else at this time: ${other.name} at ${time(other.startsAt, other.timezone).format24Hour}.`
}
