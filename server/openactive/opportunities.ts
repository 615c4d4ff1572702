import type { Tx } from '#server/platform/database.ts'
import { presentFacilityUse, presentSeries, presentSession, presentSlot } from './present.ts'
import { distinctIds } from './rules.ts'
import type { Json } from './rules.ts'
import { activityFacts, occurrenceFacts, partsOf, seriesFacts } from './sql/subjects.ts'
import type { ActivityFacts, OccurrenceFacts, SeriesFacts } from './sql/subjects.ts'

/** A session or a slot as the feeds have it, with what it is part of. */
export type Published = {
  /** As its item in the feed, prices included. */
  item: Json & { '@id': string; offers: readonly PublishedOffer[] }
  /** The same inside an order: its series or facility in it, without prices and sellers. */
  embedded: Json
  /** The same in the orders feed, which names the provider of a facility. */
  inFeed: Json
}

export type PublishedOffer = Json & { '@id': string; price: number; priceCurrency: string }

/** The facts of a session with those of all that it is part of. */
export type Facts = { occurrence: OccurrenceFacts; activity: ActivityFacts; series: SeriesFacts | null }

export const presentOpportunity = (facts: Facts): Published =>
  facts.activity.kind === 'courts' ? slotOf(facts) : sessionOf(facts)

const sessionOf = ({ occurrence, activity, series }: Facts): Published => {
  const item = presentSession(occurrence, activity)
  const { superEvent, offers: _offers, ...session } = item
  const whole = series === null ? superEvent : presentSeries(series, activity)
  const embedded = {
    ...without(session, ['@context']),
    superEvent:
      typeof whole === 'string'
        ? whole
        : without(whole, ['@context', 'organizer', 'offers', 'eventSchedule']),
  }
  return { item, embedded, inFeed: embedded }
}

const slotOf = ({ occurrence, activity }: Facts): Published => {
  const item = presentSlot(occurrence, activity)
  const use = presentFacilityUse(activity)
  const court = use.individualFacilityUse?.find((one) => one['@id'] === item.facilityUse)
  const facility = without(use, ['@context', 'offers', 'individualFacilityUse', 'hoursAvailable'])
  const slot = without(item, ['@context', 'offers', 'facilityUse'])
  const courtOf = (parent: Json) => ({
    ...slot,
    facilityUse: {
      ...without(court ?? { '@type': 'IndividualFacilityUse', '@id': item.facilityUse, name: use.name }, [
        'hoursAvailable',
      ]),
      ...(occurrence.isRenamed ? { name: occurrence.name } : {}),
      // A slot has no meeting point in the standard.
      location: occurrence.meetsElsewhere
        ? { ...use.location, name: `${use.location.name}, ${occurrence.meetingPoint}` }
        : use.location,
      aggregateFacilityUse: parent,
      ...('provider' in parent ? { provider: parent['provider'] } : {}),
    },
  })
  return { item, embedded: courtOf(without(facility, ['provider'])), inFeed: courtOf(facility) }
}

const without = (whole: object, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)))

/** Sessions by id, with all they are part of. Those that the operator does not offer are left out. */
export const factsOf = async (
  tx: Tx,
  occurrenceIds: readonly number[],
  now: Date,
): Promise<Map<number, Facts>> => {
  const stored = await partsOf(tx, occurrenceIds)
  const activities = await activityFacts(tx, distinctIds(stored.map(({ activityId }) => activityId)), now)
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
