import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/database.ts'
import type { OfActivity, OperatorFiles } from './files/types.ts'
import { labelByOwner, reconcile } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'
import type { Row } from './sql/reconcile.ts'

/* Loads activities, ticket types and prices. */

export const loadActivities = async (
  tx: Tx,
  operatorId: number,
  { activities }: OperatorFiles,
  venues: Reconciled,
  changes: Change[],
): Promise<Reconciled> => {
  const label = await labelByOwner(tx, 'venue', operatorId)
  const common = {
    table: 'activity',
    what: 'activity',
    owner: 'venueId',
    key: ['venueId', 'slug'],
    label: (row: Row) => label(row['venueId'], row),
  } as const
  const rowOf = (activity: (typeof activities)[number], parentId: number | null): Row => {
    const {
      venue,
      parent: _parent,
      heading: _heading,
      restrictions: _restrictions,
      gives: _gives,
      questions: _questions,
      ...columns
    } = activity
    return { venueId: venues.idOf(venue), parentId, ...columns, withdrawn: false }
  }
  // Headings first: what stands under them needs their ids.
  const roots = await reconcile(
    tx,
    operatorId,
    { ...common, rows: activities.filter(({ parent }) => parent === null).map((root) => rowOf(root, null)) },
    changes,
  )
  return reconcile(
    tx,
    operatorId,
    {
      ...common,
      gone: { withdrawn: true },
      rows: activities.map((activity) =>
        rowOf(
          activity,
          activity.parent === null ? null : roots.idOf(venues.idOf(activity.venue), activity.parent),
        ),
      ),
    },
    changes,
  )
}

export type Catalogue = { venues: Reconciled; activities: Reconciled }

export const activityIdOf = ({ venues, activities }: Catalogue, { venue, activity }: OfActivity): number =>
  activities.idOf(venues.idOf(venue), activity)

export const loadPrices = async (
  tx: Tx,
  operatorId: number,
  { tickets, prices }: OperatorFiles,
  catalogue: Catalogue,
  changes: Change[],
): Promise<void> => {
  const label = await labelByOwner(tx, 'activity', operatorId)
  const types = await reconcile(
    tx,
    operatorId,
    {
      table: 'ticketType',
      what: 'ticket type',
      owner: 'activityId',
      key: ['activityId', 'slug'],
      label: (row) => label(row['activityId'], row),
      gone: { withdrawn: true },
      onlyNew: () => ({ publicId: ticketId() }),
      rows: tickets.map(({ venue, activity, ...columns }) => ({
        activityId: activityIdOf(catalogue, { venue, activity }),
        ...columns,
        withdrawn: false,
      })),
    },
    changes,
  )
  const ticketSlugs = new Map<unknown, string>(
    tickets.map((ticket) => [types.idOf(activityIdOf(catalogue, ticket), ticket.slug), ticket.slug]),
  )
  await reconcile(
    tx,
    operatorId,
    {
      table: 'pricingOption',
      what: 'price',
      owner: 'activityId',
      key: ['activityId', 'ticketTypeId', 'band', 'slug'],
      label: (row) =>
        [label(row['activityId'], row), ticketSlugs.get(row['ticketTypeId']), row['band']]
          .filter((part) => part !== undefined && part !== '')
          .join('/'),
      gone: { withdrawn: true },
      rows: prices.map(({ venue, activity, ticket, ...columns }) => {
        const activityId = activityIdOf(catalogue, { venue, activity })
        return {
          activityId,
          ticketTypeId: ticket === null ? null : types.idOf(activityId, ticket),
          ...columns,
          withdrawn: false,
        }
      }),
    },
    changes,
  )
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The id of a ticket type in the second world: AQT and 31 letters, never digits (wire §1.9). */
const ticketId = (): string =>
  `AQT${[...randomBytes(31)].map((byte) => letters[byte % letters.length]).join('')}`
