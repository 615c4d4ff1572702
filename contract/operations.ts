import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { hirerPaper } from './hireTypes.ts'
import { displayDate, displayMoney } from './shapes.ts'

/** What a venue's desk has to see to, besides its sessions. */
const alerts = z.object({
  /** Refunds to be handed out over the counter. */
  cashDue: z.object({ count: z.int(), amount: displayMoney }),
  /** Tills that were opened on an earlier day, and when. */
  tillsLeftOpen: z.array(z.object({ id: z.int(), name: z.string(), openedOn: displayDate })),
  /** Documents that wait for staff to look at them. */
  documents: z.int(),
  /** Papers of those who hire here, for staff who may let places. */
  hirerPapers: z.array(hirerPaper),
  /** What the operator's own systems cannot hand on: mails that wait, or money for the card company. */
  failing: z.array(z.enum(['mail', 'cards'])),
})
export type Alerts = z.output<typeof alerts>

export const operations = {
  alerts: endpoint({
    method: 'GET',
    path: '/foh/venues/{venue}/alerts',
    summary:
      'What a venue has to see to: cash due, tills left open, documents, papers of hirers, mail or cards that do not work.',
    allow: 'staff',
    needs: 'check_in',
    params: z.object({ venue: z.string() }),
    returns: alerts,
    reads: ['attendance', 'bookings', 'documents', 'hirers', 'tills'],
  }),
}
