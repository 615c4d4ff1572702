import type { closures } from '#contract/closures.ts'
import type { Routes } from '#server/platform/http.ts'
import {
  closeVenue,
  confirmClosure,
  endClosure,
  liftClosure,
  previewClosure,
  takeBackClosure,
} from './close.ts'
import { readClosuresOnDay } from './day.ts'

export const closuresRoutes = (): Routes<typeof closures> => ({
  onDay: ({ tx, actor, params, query, now }) => readClosuresOnDay(tx, actor, { ...params, ...query }, now),
  preview: ({ tx, actor, body, now }) => previewClosure(tx, actor, body, now),
  close: ({ tx, actor, body, now }) => closeVenue(tx, actor, body, now),
  takeBack: ({ tx, actor, params, now }) => takeBackClosure(tx, actor, params.closureId, now),
  confirm: ({ tx, actor, params, now }) => confirmClosure(tx, actor, params.closureId, now),
  lift: ({ tx, actor, params, now }) => liftClosure(tx, actor, params.fileClosureId, now),
  end: ({ tx, actor, params, now }) => endClosure(tx, actor, params.closureId, now),
})
