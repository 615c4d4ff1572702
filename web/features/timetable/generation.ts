import type { Endpoint } from '#contract/endpoint.ts'
import type { ClientConfig } from '#contract/operator.ts'
import type { Category } from '#contract/shapes.ts'
import type { timetable } from '#contract/timetable.ts'
import type { Venue } from '#contract/venues.ts'
import { api } from '#web/platform/api.ts'
import type { Call } from '#web/platform/call.ts'

/**
 * Which of the API's two generations of ids a day is read with (C04, wire §1.9). Nothing else in the browser decides
 * this.
 */
export type Generation = 'v1' | 'v2'

/** How an activity is sold: led classes, courts by the hour, tickets by kind and quantity. */
export type Kind = 'classes' | 'courts' | 'tickets'

/**
 * v2 from the migration date on: the venue's own date, or else the operator's. v1 before it, and at a venue that is not
 * switched over or has no date.
 */
export const generationOn = (
  venue: Pick<Venue, 'activitiesV2Enabled' | 'migrationDate'>,
  config: Pick<ClientConfig, 'migrationDate'>,
  day: string,
): Generation => {
  const from = venue.migrationDate ?? config.migrationDate
  return venue.activitiesV2Enabled && from !== null && day >= from ? 'v2' : 'v1'
}

/** The kind that a category's type stands for (wire §5); each generation has its own names for it. */
export const kindOf = (category: Pick<Category, 'v1Type' | 'v2Type'>, generation: Generation): Kind =>
  generation === 'v2' ? kindsV2[category.v2Type] : kindsV1[category.v1Type]

const kindsV1 = {
  class_templates: 'classes',
  ad_hoc_templates: 'courts',
  fast_ticket_templates: 'tickets',
} as const satisfies Record<Category['v1Type'], Kind>

const kindsV2 = { classes: 'classes', resources: 'courts', ticketed: 'tickets' } as const satisfies Record<
  Category['v2Type'],
  Kind
>

/** The endpoints of one generation. Tickets have one for both: the server answers in the generation of the day. */
export const callsOf = (generation: Generation): DayCalls => calls[generation]

/** Both generations take and answer the same shapes at different paths. */
type AnyPath<E extends Endpoint> = WithoutPath<E> extends infer Same extends Endpoint ? Call<Same> : never

type WithoutPath<E> = { [Part in keyof E]: Part extends 'path' | 'summary' ? string : E[Part] }

type DayCalls = {
  times: AnyPath<typeof timetable.times>
  slots: AnyPath<typeof timetable.slots>
  classes: AnyPath<typeof timetable.classes>
  classById: AnyPath<typeof timetable.classById>
}

const calls: Readonly<Record<Generation, DayCalls>> = {
  v1: {
    times: api.timetable.times,
    slots: api.timetable.slots,
    classes: api.timetable.classes,
    classById: api.timetable.classById,
  },
  v2: {
    times: api.timetable.timesV2,
    slots: api.timetable.slotsV2,
    classes: api.timetable.classesV2,
    classById: api.timetable.classByIdV2,
  },
}
