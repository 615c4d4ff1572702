import type { families } from '#contract/families.ts'
import type { Routes } from '#server/platform/http.ts'
import { addChild, changeFamilyPerson, readFamily } from './service.ts'

export const familiesRoutes = (): Routes<typeof families> => ({
  mine: ({ tx, actor }) => readFamily(tx, actor),
  addChild: ({ tx, actor, body, now }) => addChild(tx, actor, body, now),
  change: ({ tx, actor, params, body }) => changeFamilyPerson(tx, actor, params.personId, body),
})
