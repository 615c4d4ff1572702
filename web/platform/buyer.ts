import type { LoggedInCustomer } from '#contract/sessions.ts'
import { api } from './api.ts'
import { reader, useLateRead } from './queries.ts'
import { readCustomer, useCustomer } from './session.ts'
import { useVisit, type Visit } from './visit.tsx'

/** Who buys: whoever is logged in, and at the desk the customer selected. null for a visitor and for a walk-in. */
export const useBuyer = (): LoggedInCustomer | null => {
  const { selection } = useVisit()
  const customer = useCustomer()
  const customerId = selection?.userId() ?? null
  const selected = useLateRead(
    api.customers.atDesk,
    { customerId: customerId ?? 0 },
    { when: customerId !== null && customer !== null },
  )
  if (selection === undefined) return customer
  return customerId === null ? null : (selected.data ?? null)
}

/** The same for loaders. */
export const readBuyer = async (visit: Visit): Promise<LoggedInCustomer | null> => {
  if (visit.selection === undefined) return readCustomer(visit)
  const customerId = visit.selection.userId()
  return customerId === null ? null : reader(visit)(api.customers.atDesk, { customerId })
}
