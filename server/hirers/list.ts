import type { hirers } from '#contract/hirers.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { requireVenue } from '#server/venues/find.ts'
import { requireHirer } from './find.ts'
import { presentHire, presentInvoice } from './present.ts'
import { invoicesWhere } from './sql/invoices.ts'
import { hirersOf, hiresWhere, placesToLet } from './sql/hires.ts'

export const listHirers = async (
  tx: Tx,
  { operator }: Actor,
  now: Date,
): Promise<Answer<typeof hirers.list>> => ({
  hirers: await hirersOf(tx, operator.id, now),
})

/** @throws Refusal `not_found` */
export const readHirer = async (
  tx: Tx,
  actor: Actor,
  hirerId: number,
  now: Date,
): Promise<Answer<typeof hirers.one>> => {
  const hirer = await requireHirer(tx, actor, hirerId)
  const hires = await hiresWhere(tx, actor.operator.id, { hirerId })
  const invoices = await invoicesWhere(tx, actor.operator.id, { hirerId })
  return {
    hirer,
    hires: hires.map((hire) => presentHire(actor, hire, now)),
    invoices: invoices.map((invoice) => presentInvoice(actor, invoice, now)),
  }
}

/** @throws Refusal `not_found` */
export const listPlaces = async (
  tx: Tx,
  actor: Actor,
  venue: string,
): Promise<Answer<typeof hirers.places>> => {
  const { id } = await requireVenue(tx, actor, venue)
  return { places: await placesToLet(tx, id) }
}
