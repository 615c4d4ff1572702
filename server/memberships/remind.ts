import { sql } from 'kysely'
import { formatted } from '#contract/money.ts'
import { remindAll } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { linkToMemberships } from './messages.ts'
import { hasSuccessor } from './sql/memberships.ts'

/** Payers are told so many days before the last day of a membership, and of its minimum term. */
const endReminderDays = 14

const termReminderDays = 30

/** Writes to payers about memberships in their last days, and in those of their minimum term, once for each last day. */
export const notifyEndingMemberships = async (db: Database, now: Date): Promise<void> => {
  await remindAll(db, membershipEnding, (tx: Tx, limit: number) => endingMemberships(tx, limit, now), now)
  await remindAll(db, minimumTermEnding, (tx: Tx, limit: number) => endingTerms(tx, limit, now), now)
}

type Payer = { operatorId: number; email: string; membershipId: number; firstName: string; plan: string }

/** What goes on as another membership does not end, and news of the same day needs no reminder. */
const endingMemberships = async (
  tx: Tx,
  limit: number,
  now: Date,
): Promise<(Payer & { endsOn: string; isCancelled: boolean })[]> => {
  const { rows } = await sql<Payer & { endsOn: string; isCancelled: boolean }>`
    select m.operator_id, c.email, m.id as membership_id, c.first_name, p.name as plan, m.ends_on,
      m.cancelled_at is not null as is_cancelled
    from membership m
    join membership_plan p on p.id = m.plan_id
    join venue v on v.id = m.venue_id
    join customer c on c.id = m.payer_id and c.email <> '' and c.closed_at is null
    where m.status not in ('ended', 'awaiting_payment')
      and m.ends_on between (${now}::timestamptz at time zone v.timezone)::date
        and (${now}::timestamptz at time zone v.timezone)::date + ${endReminderDays}::int
      -- Two days more cover every time zone; unlike the exact days this goes by the index.
      and m.ends_on between ${now}::date - 2 and ${now}::date + 2 + ${endReminderDays}::int
      and coalesce(m.cancelled_at, m.created_at) < ${now}::timestamptz - interval '1 day'
      and not ${hasSuccessor}
      and not exists (
        select 1 from notice n where n.kind = ${membershipEnding.kind}
          and n.about = 'membership:' || m.id || ':ends:' || m.ends_on
      )
    order by m.id limit ${limit}`.execute(tx)
  return rows
}

type EndingTerm = Payer & {
  until: string
  price: number
  period: 'month' | 'year'
  noticeDays: number | null
}

/** Of memberships that go on after their minimum term. */
const endingTerms = async (tx: Tx, limit: number, now: Date): Promise<EndingTerm[]> => {
  const { rows } = await sql<EndingTerm>`
    select m.operator_id, c.email, m.id as membership_id, c.first_name, p.name as plan, m.minimum_until as until,
      case when m.next_plan_from <= m.minimum_until then m.next_price else m.price end as price,
      m.billing_period as period, p.cancellation_notice_days as notice_days
    from membership m
    join membership_plan p on p.id = m.plan_id
    join venue v on v.id = m.venue_id
    join customer c on c.id = m.payer_id and c.email <> '' and c.closed_at is null
    where m.status in ('active', 'frozen') and m.ends_on is null and m.billing_period <> 'once'
      and m.minimum_until between (${now}::timestamptz at time zone v.timezone)::date
        and (${now}::timestamptz at time zone v.timezone)::date + ${termReminderDays}::int
      -- Two days more cover every time zone; unlike the exact days this goes by the index.
      and m.minimum_until between ${now}::date - 2 and ${now}::date + 2 + ${termReminderDays}::int
      and m.created_at < ${now}::timestamptz - interval '1 day'
      and not exists (
        select 1 from notice n where n.kind = ${minimumTermEnding.kind}
          and n.about = 'membership:' || m.id || ':term:' || m.minimum_until
      )
    order by m.id limit ${limit}`.execute(tx)
  return rows
}

/** A membership has its last days: it was bought for a time, or has been cancelled. `endsOn` is the last day. */
export const membershipEnding: NoticeKind<{
  membershipId: number
  firstName: string
  plan: string
  endsOn: string
  isCancelled: boolean
}> = {
  kind: 'membership_ending',
  about: ({ membershipId, endsOn }) => `membership:${membershipId}:ends:${endsOn}`,
  write: ({ firstName, plan, endsOn, isCancelled }, { messages, sites }) => {
    const ending = { firstName, plan, day: messages.format.fullDay(endsOn) }
    return {
      subject: messages.memberships.endingSubject(ending),
      heading: messages.memberships.endingHeading,
      blocks: [
        {
          type: 'text',
          text: messages.memberships.ending[isCancelled ? 'cancelled' : 'expires'](ending),
        },
        {
          type: 'text',
          text: isCancelled ? messages.memberships.keepUntilThen : messages.memberships.joinAgain,
        },
        linkToMemberships(messages, sites),
      ],
    }
  },
}

/** The minimum term of a membership that goes on has its last days. `until` is the last; `noticeDays` null: only staff cancel it. */
export const minimumTermEnding: NoticeKind<{
  membershipId: number
  firstName: string
  plan: string
  until: string
  price: number
  period: 'month' | 'year'
  noticeDays: number | null
}> = {
  kind: 'minimum_term_ending',
  about: ({ membershipId, until }) => `membership:${membershipId}:term:${until}`,
  write: ({ firstName, plan, until, price, period, noticeDays }, { messages, seller, sites }) => {
    const term = { firstName, plan, day: messages.format.fullDay(until) }
    return {
      subject: messages.memberships.termEndingSubject(term),
      heading: messages.memberships.termEndingHeading,
      blocks: [
        { type: 'text', text: messages.memberships.termEnding(term) },
        {
          type: 'text',
          text: messages.memberships.continuesAt[period]({
            amount: formatted(price, seller.currencySymbol),
          }),
        },
        {
          type: 'text',
          text:
            noticeDays === null
              ? messages.memberships.cancelAtReception
              : messages.memberships.cancelWithNotice({ days: noticeDays }),
        },
        linkToMemberships(messages, sites),
      ],
    }
  },
}
