import { missingSlug } from '#server/import/files/references.ts'
import type { CatalogueIndex } from '#server/import/files/references.ts'
import type {
  PersonFile,
  SaleFile,
  SessionReference,
  VenueFile,
  WaitlistFile,
} from '#server/import/files/types.ts'
import type { Checked } from '#server/import/files/validation.ts'
import * as messages from '#server/messages/en/import.ts'

/* Checks of sales.json and waitlists.json. */

export const checkSales = (
  sales: readonly Checked<SaleFile>[],
  of: { venues: readonly VenueFile[]; people: readonly PersonFile[]; catalogue: CatalogueIndex },
): void => {
  for (const { value: sale, report } of sales) {
    const { venue, to, by, till, tender, number } = sale
    checkSession(sale, of.catalogue, report)
    if (to !== null && !of.people.some(({ reference }) => reference === to))
      report('to', missingSlug(to, 'people.json'))
    if (!of.people.some(({ reference, role }) => reference === by && role === 'staff'))
      report('by', missingSlug(by, messages.lists.staff))
    const tills = of.venues.find(({ slug }) => slug === venue)?.tills ?? []
    if (till !== null && !tills.some(({ slug }) => slug === till))
      report('till', missingSlug(till, messages.lists.tills({ venue })))
    if (tender !== 'cash' && number === undefined) report('number', messages.numberMissing[tender])
    if (sale.cancelled && to === null) report('cancelled', messages.walkInCancelled)
    if (sale.cancelled && sale.attendance !== undefined) report('attendance', messages.cancelledAttended)
  }
}

const checkSession = (
  { venue, activity, session, on, at }: SessionReference,
  catalogue: CatalogueIndex,
  report: Checked<unknown>['report'],
): void => {
  if (!catalogue.activities.has(`${venue}/${activity}`))
    report('activity', missingSlug(activity, messages.lists.activities({ venue })))
  const isOfToday = session !== undefined && on === undefined && at === undefined
  const isOfADay = session === undefined && on !== undefined && at !== undefined
  if (!isOfToday && !isOfADay) report('session', messages.sessionOrTime)
}

export const checkWaitlists = (
  waiting: readonly Checked<WaitlistFile>[],
  of: { people: readonly PersonFile[]; catalogue: CatalogueIndex },
): void => {
  for (const { value, report } of waiting) {
    checkSession(value, of.catalogue, report)
    for (const [index, person] of value.people.entries()) {
      if (!of.people.some(({ reference }) => reference === person))
        report(`people.${index}`, missingSlug(person, 'people.json'))
    }
  }
}
