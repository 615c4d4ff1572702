import type { customers } from '#contract/customers.ts'
import type { staff } from '#contract/staff.ts'
import type { Language } from '#server/messages/languages.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { offeredLanguage } from '#server/platform/readerLanguage.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import {
  changeStaffRoles,
  listStaff,
  readStaffOptions,
  removeStaff,
  renameStaff,
  resetStaffSecondFactor,
} from '#server/sessions/staff.ts'
import { addStaff } from './addStaff.ts'
import {
  customerAtDesk,
  giveInduction,
  readInductions,
  registerAtDesk,
  searchAtDesk,
  withdrawInduction,
} from './desk.ts'
import { changeDetails, detailsOf } from './details.ts'
import { register } from './register.ts'

export const customersRoutes = (
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  languages: readonly Language[],
): Routes<typeof customers> => ({
  register: async ({ tx, actor, body, query, now, reply }) => {
    const registered = await register(tx, loginHooks, actor, { ...body, ...query }, now)
    reply.logIn(registered)
    return registered.answer
  },
  details: ({ tx, actor }) => {
    if (actor.customerId === null) throw loggedOut()
    return detailsOf(tx, actor.customerId, actor.site)
  },
  search: ({ tx, actor, query, now }) => searchAtDesk(tx, actor, query.query ?? '', now),
  atDesk: ({ tx, actor, params, now }) => customerAtDesk(tx, actor, params.customerId, now),
  inductions: ({ tx, actor, params }) => readInductions(tx, actor, params.customerId),
  giveInduction: ({ tx, actor, params, body, now }) => giveInduction(tx, actor, params.customerId, body, now),
  withdrawInduction: ({ tx, actor, params, now }) => withdrawInduction(tx, actor, params, now),
  registerAtDesk: ({ tx, actor, body, now }) => registerAtDesk(tx, actor, body, now),
  changeDetails: async ({ db, actor, body, now, reply }) => {
    const changed = await changeDetails(db, actor, languages, body, now)
    const language = offeredLanguage(body.language, languages)
    // Staff change it for another person, whose browser this is not.
    if (language !== undefined && actor.customerId === actor.person?.id) reply.chooseLanguage(language)
    return changed
  },
})

export const staffRoutes = (): Routes<typeof staff> => ({
  list: ({ tx, actor }) => listStaff(tx, actor),
  options: ({ tx, actor }) => readStaffOptions(tx, actor),
  add: ({ tx, actor, body, now }) => addStaff(tx, actor, body, now),
  rename: ({ tx, actor, params, body, now }) => renameStaff(tx, actor, params.customerId, body, now),
  changeRoles: ({ tx, actor, params, body, now }) =>
    changeStaffRoles(tx, actor, params.customerId, body, now),
  remove: ({ tx, actor, params, now }) => removeStaff(tx, actor, params.customerId, now),
  resetSecondFactor: ({ tx, actor, params, now }) =>
    resetStaffSecondFactor(tx, actor, params.customerId, now),
})
