import type { broadcasts } from '#contract/broadcasts.ts'
import type { Routes } from '#server/platform/http.ts'
import { approveMessage } from './approve.ts'
import { findAudience } from './audience.ts'
import { listBroadcasts } from './list.ts'
import { previewBroadcast } from './preview.ts'
import { forgetAudience, listSavedAudiences, saveAudience } from './savedAudiences.ts'
import { sendBroadcast } from './send.ts'
import { stopBroadcast } from './stop.ts'

export const broadcastRoutes = (): Routes<typeof broadcasts> => ({
  audience: ({ tx, actor, query }) => findAudience(tx, actor, query),
  preview: ({ tx, actor, body }) => previewBroadcast(tx, actor, body),
  send: ({ tx, actor, body, now }) => sendBroadcast(tx, actor, body, now),
  approve: ({ tx, actor, params, now }) => approveMessage(tx, actor, params.broadcastId, now),
  stop: ({ tx, actor, params, now }) => stopBroadcast(tx, actor, params.broadcastId, now),
  list: ({ tx, actor, query }) => listBroadcasts(tx, actor, query.venue),
  savedAudiences: ({ tx, actor, query, now }) => listSavedAudiences(tx, actor, query.venue, now),
  saveAudience: ({ tx, actor, body, now }) => saveAudience(tx, actor, body, now),
  forgetAudience: ({ tx, actor, params, now }) => forgetAudience(tx, actor, params.audienceId, now),
})
