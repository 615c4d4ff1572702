import { time } from '#contract/time.ts'
import type { Text } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { hasRequirements, toCandidate, weekOf, whyNotEligible } from './rules.ts'
import type { Ineligible, Needs } from './rules.ts'
import { findFirstName, findOverlapping, listCandidates } from './sql.ts'

/** An occurrence requested for a person. */
type EligibilityRequest = {
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
  return whyNotEligible(needs, candidate, isSelf ? null : person.firstName)
}

/** The name for sentences about a person; null for the caller, whom they call "you". */
export const firstNameUnlessSelf = async (
  tx: Tx,
  personId: number,
  isSelf: boolean,
): Promise<string | null> => (isSelf ? null : ((await findFirstName(tx, personId)) ?? null))

/** What a person has booked at the time of an occurrence, in a sentence about them, or null. */
export const describeClash = async (
  tx: Tx,
  clash: { personId: number; isSelf: boolean; occurrenceId: number; exceptHoldId: number | null },
  now: Date,
): Promise<Text | null> => {
  const { personId, isSelf, occurrenceId, exceptHoldId } = clash
  const other = await findOverlapping(tx, personId, occurrenceId, exceptHoldId, now)
  if (other === undefined) return null
  const firstName = await firstNameUnlessSelf(tx, personId, isSelf)
  return (messages) =>
    messages.eligibility.clash({
      firstName,
      name: other.name,
      time: time(other.startsAt, other.timezone).format24Hour,
    })
}
