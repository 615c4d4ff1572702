import { activityFacts, occurrenceFacts, seriesFacts } from '#server/openactive/subjects/queries.ts'
import { distinctIds } from '#server/openactive/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Facts } from './present.ts'
import { partsOf } from './queries.ts'

export { presentOpportunity } from './present.ts'
export type { Facts, Json, Published, PublishedOffer } from './present.ts'

/** Sessions by id, with all they are part of. Those that the operator does not offer are left out. */
export const factsOf = async (tx: Tx, occurrenceIds: readonly number[]): Promise<Map<number, Facts>> => {
  const stored = await partsOf(tx, occurrenceIds)
  const activities = await activityFacts(tx, distinctIds(stored.map(({ activityId }) => activityId)))
  const series = await seriesFacts(tx, distinctIds(stored.flatMap(({ seriesId }) => seriesId ?? [])))
  const occurrences = await occurrenceFacts(tx, occurrenceIds)
  return new Map(
    occurrences.flatMap((occurrence) => {
      const activity = activities.find(({ id }) => id === occurrence.activityId)
      if (activity === undefined) return []
      const ofSeries = series.find(({ id }) => id === occurrence.seriesId) ?? null
      return [[occurrence.id, { occurrence, activity, series: ofSeries }] as const]
    }),
  )
}
