import type { Permission } from '#contract/permissions.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import { useCustomer } from './session.ts'

/** Whether a member of staff may do something at a venue, at least. The server decides about each. */
export const may = (person: Pick<LoggedInCustomer, 'rights'> | null, permission: Permission): boolean =>
  person?.rights?.permissions.includes(permission) === true

/** Whether the person who is logged in works at every venue of the operator. */
export const useWorksEverywhere = (): boolean => useCustomer()?.rights?.venues === null

/** The same as `may` of the person who is logged in. */
export const useMay = (): ((permission: Permission) => boolean) => {
  const person = useCustomer()
  return (permission) => may(person, permission)
}
