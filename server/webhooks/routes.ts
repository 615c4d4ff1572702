import type { webhooks } from '#contract/webhooks.ts'
import type { Routes } from '#server/platform/http.ts'
import type { SecretKeys } from '#server/platform/secretKeys.ts'
import { listDeliveries, replayDelivery, testWebhook } from './deliveries.ts'
import { addWebhook, changeWebhook, listWebhooks, removeWebhook } from './manage.ts'

export const webhooksRoutes = (keys: SecretKeys): Routes<typeof webhooks> => ({
  list: ({ tx, actor, now }) => listWebhooks(tx, actor, now),
  add: ({ tx, actor, body, now }) => addWebhook(tx, keys, actor, body, now),
  change: ({ tx, actor, params, body, now }) => changeWebhook(tx, keys, actor, params.webhookId, body, now),
  remove: ({ tx, actor, params, now }) => removeWebhook(tx, actor, params.webhookId, now),
  test: ({ tx, actor, params, now }) => testWebhook(tx, actor, params.webhookId, now),
  deliveries: ({ tx, actor, params, query }) => listDeliveries(tx, actor, params.webhookId, query.most),
  replay: ({ tx, actor, params, now }) => replayDelivery(tx, actor, params.deliveryId, now),
})
