import type { LoggedInCustomer } from '#contract/sessions.ts'
import { api } from './api.ts'
import { reader, useDeferredRead } from './queries.ts'
import { readCustomer, useCustomer } from './session.ts'
import { usePageContext, type PageContext } from './pageContext.tsx'

/** The customer who buys: the logged-in one, or at the desk the selected one. null for a visitor and for a walk-in. */
export const useBuyer = (): LoggedInCustomer | null => {
  const { selection } = usePageContext()
  const customer = useCustomer()
  const customerId = selection?.userId() ?? null
  const selected = useDeferredRead(
    api.customers.atDesk,
    { customerId: customerId ?? 0 },
    { when: customerId !== null && customer !== null },
  )
  if (selection === undefined) return customer
  return customerId === null ? null : (selected.data ?? null)
}

/** `useBuyer` for loaders. */
export const readBuyer = async (context: PageContext): Promise<LoggedInCustomer | null> => {
  if (context.selection === undefined) return readCustomer(context)
  const customerId = context.selection.userId()
  return customerId === null ? null : reader(context)(api.customers.atDesk, { customerId })
}
