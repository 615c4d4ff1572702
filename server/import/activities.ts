import { randomBytes } from 'node:crypto'
import type { OfActivity, OperatorFiles, PriceFile, QuestionFile } from './files/types.ts'
import type { Row } from './sql/reconcile.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Overrides } from './overrides.ts'
import { labelByOwner, reconcile, reconcileLinks, slugOf } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'
import { valueOf } from './rules.ts'

/* Loads activities, ticket types and prices. */

export const loadActivities = async (
  tx: Tx,
  operatorId: number,
  { activities }: OperatorFiles,
  { venues, overrides }: { venues: Reconciled; overrides: Overrides },
  changes: Change[],
): Promise<Reconciled> => {
  const label = await labelByOwner(tx, 'venue', operatorId)
  const common = {
    table: 'activity',
    what: 'activity',
    owner: 'venueId',
    inForce: overrides.ofActivity,
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
): Promise<OptionIdOf> => {
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
  const options = await reconcile(
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
  return (activityId, { ticket, band, slug }) =>
    options.idOf(activityId, ticket === null ? null : types.idOf(activityId, ticket), band, slug)
}

/** The id of a price of an activity. */
export type OptionIdOf = (activityId: number, price: Pick<PriceFile, 'ticket' | 'band' | 'slug'>) => number

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The id of a ticket type in the second world: AQT and 31 letters, never digits (wire §1.9). */
const ticketId = (): string =>
  `AQT${[...randomBytes(31)].map((byte) => letters[byte % letters.length]).join('')}`

/* Loads restrictions and questions. */

export const loadRestrictions = async (
  tx: Tx,
  operatorId: number,
  { restrictions, activities }: OperatorFiles,
  catalogue: Catalogue,
  changes: Change[],
): Promise<Reconciled> => {
  const made = await reconcile(
    tx,
    operatorId,
    {
      table: 'restriction',
      what: 'restriction',
      owner: 'operatorId',
      key: ['slug'],
      label: slugOf,
      gone: { withdrawn: true },
      rows: restrictions.map(({ slug, kind, name, html, per, validMonths }) => ({
        operatorId,
        slug,
        kind,
        name,
        html,
        perAttendee: per === 'attendee',
        validMonths,
        withdrawn: false,
      })),
    },
    changes,
  )
  const idOf = (activity: (typeof activities)[number]): number =>
    activityIdOf(catalogue, { venue: activity.venue, activity: activity.slug })
  const owners = {
    what: 'activity',
    labels: new Map(activities.map((one) => [idOf(one), `${one.venue}/${one.slug}`])),
  }
  const booked = activities.filter(({ heading }) => !heading)
  await reconcileLinks(
    tx,
    changes,
    owners,
    'restrictions',
    'activityRestriction',
    booked.flatMap((activity) =>
      activity.restrictions.map((slug) => [idOf(activity), made.idOf(slug)] as const),
    ),
  )
  await reconcileLinks(
    tx,
    changes,
    owners,
    'gives',
    'activityInduction',
    booked.flatMap((activity) => activity.gives.map((slug) => [idOf(activity), made.idOf(slug)] as const)),
  )
  await loadQuestions(
    tx,
    operatorId,
    [
      ...restrictions.flatMap(({ slug, questions }) =>
        questionRows(questions, { restrictionId: made.idOf(slug), activityId: null }),
      ),
      ...booked.flatMap((activity) =>
        questionRows(activity.questions, { restrictionId: null, activityId: idOf(activity) }),
      ),
    ],
    changes,
  )
  return made
}

type QuestionRow = ReturnType<typeof questionRows>[number]

const loadQuestions = async (
  tx: Tx,
  operatorId: number,
  rows: readonly QuestionRow[],
  changes: Change[],
): Promise<void> => {
  await reconcile(
    tx,
    operatorId,
    {
      table: 'question',
      what: 'question',
      owner: 'operatorId',
      key: ['restrictionId', 'activityId', 'slug'],
      label: slugOf,
      gone: { withdrawn: true },
      rows: rows.map((row) => ({ operatorId, ...row, withdrawn: false })),
    },
    changes,
  )
}

const questionRows = (
  questions: readonly QuestionFile[],
  of: { restrictionId: number | null; activityId: number | null },
) =>
  questions.map(({ options, ...columns }, position) => ({
    ...of,
    ...columns,
    // In the order in which the database writes them, so that nothing seems changed.
    options: options.map((label) => ({ label, value: valueOf(label) })),
    position,
  }))
