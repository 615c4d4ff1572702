import type { Endpoint } from '#contract/endpoint.ts'
import type { ClientConfig } from '#contract/operator.ts'
import type { Category } from '#contract/shapes.ts'
import type { timetable } from '#contract/timetable.ts'
import type { Venue } from '#contract/venues.ts'
import { api, type Call } from '#web/platform/api.ts'

/**
 * Which calls answer for a venue, an activity and a day (C04). Everything bookable exists in two worlds of ids (wire
 * §1.9); which of them a screen speaks is decided here and nowhere else.
 */
export type Generation = 'v1' | 'v2'

/** How an activity is sold: led classes, courts by the hour, tickets by kind and quantity. */
export type Kind = 'classes' | 'courts' | 'tickets'

/**
 * From the migration date on the second world, before it the first. The venue's own date counts; where it has none,
 * the operator's. A venue that is not switched over, or for which nobody has set a date, stays in the first.
 */
export const generationOn = (
  venue: Pick<Venue, 'activitiesV2Enabled' | 'migrationDate'>,
  config: Pick<ClientConfig, 'migrationDate'>,
  day: string,
): Generation => {
  const from = venue.migrationDate ?? config.migrationDate
  return venue.activitiesV2Enabled && from !== null && day >= from ? 'v2' : 'v1'
}

/** The category's type tells the screen what to ask (wire §5); each world has its own word for it. */
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

/** The calls of one world. Tickets have one call for both: the server answers in the form the day asks for. */
export const callsOf = (generation: Generation): DayCalls => calls[generation]

/** The two worlds take and answer the same shapes under different addresses. */
type Alike<E extends Endpoint> = Anywhere<E> extends infer Same extends Endpoint ? Call<Same> : never

type Anywhere<E> = { [Part in keyof E]: Part extends 'path' | 'summary' ? string : E[Part] }

type DayCalls = {
  times: Alike<typeof timetable.times>
  slots: Alike<typeof timetable.slots>
  classes: Alike<typeof timetable.classes>
  classById: Alike<typeof timetable.classById>
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
