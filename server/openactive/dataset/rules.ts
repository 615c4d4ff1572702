import { namesOf } from '#server/messages/en/openactive.ts'
import { latestOf } from '#server/platform/wallclock.ts'
import type { DatasetFacts } from './queries.ts'

/** The data set of several operators: the first answers for it, and it is bookable where one of them is. */
export const shareFacts = (facts: readonly DatasetFacts[]): DatasetFacts | undefined => {
  const [first, ...others] = facts
  if (first === undefined || others.length === 0) return first
  const bookable = facts.find(({ openBooking }) => openBooking)
  return {
    ...first,
    names: namesOf(facts.map(({ operatorName }) => operatorName)),
    openBooking: bookable !== undefined,
    bookingTermsUrl: bookable?.bookingTermsUrl ?? '',
    venues: facts.reduce((sum, { venues }) => sum + venues, 0),
    publishedAt: latestOf(facts.map(({ publishedAt }) => publishedAt)),
    modifiedAt: latestOf(facts.map(({ modifiedAt }) => modifiedAt)),
  }
}
