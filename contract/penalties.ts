import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, text } from './fields.ts'

export const penalties = {
  waive: endpoint({
    method: 'POST',
    path: '/foh/penalties/{penaltyId}/waive',
    summary: 'Waive a penalty for a missed class or a late cancellation, with a reason.',
    allow: 'staff',
    needs: 'waive',
    params: z.object({ penaltyId: id }),
    body: z.object({ reason: text(200) }),
    returns: z.object({ id: z.int(), status: z.literal('waived') }),
    errors: { already_settled: 409 },
    idempotent: true,
    changes: ['account', 'session'],
  }),
}
