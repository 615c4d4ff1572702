import { sql } from 'kysely'
import { feedNames } from '#contract/openactive.ts'
import type { Database } from '#server/platform/database.ts'

export type DatasetFacts = {
  operatorSlug: string
  /** Whose data it is, where there are several. */
  names: string
  operatorName: string
  /** `''` where the operator has not said. */
  legalName: string
  phone: string
  email: string
  sameAs: string[]
  discussion: string
  /** The address of its logo; `data:` when the database has it, `''` when there is none. */
  logo: string
  /** Whether partners may book, and the terms on which. */
  openBooking: boolean
  bookingTermsUrl: string
  /** What the data is published under; null until it has been. */
  site: string | null
  publishedAt: Date | null
  venues: number
  /** When the newest item of any feed was written; null as long as there is none. */
  modifiedAt: Date | null
}

/** What there is to say of an operator's open data; undefined when there is no such operator. */
export const datasetFacts = async (db: Database, operatorSlug: string): Promise<DatasetFacts | undefined> => {
  const { rows } = await sql<DatasetFacts>`
    select op.slug as operator_slug, op.name as operator_name, op.name as names, op.legal_name, op.phone, op.email, op.same_as,
      op.open_data_discussion as discussion, op.open_booking, op.booking_terms_url, identity.site, identity.since as published_at,
      case when t.app_logo like 'data:%' then 'data:' else coalesce(t.app_logo, '') end as logo,
      (select count(*)::int from venue v where v.operator_id = op.id and v.status = 'open') as venues,
      (select to_timestamp(max(newest.modified)) from unnest(${[...feedNames]}::text[]) f (feed), lateral (
          select i.modified from openactive_item i
          where i.operator_id = op.id and i.feed = f.feed and i.modified is not null
          order by i.modified desc, i.id desc limit 1
        ) newest) as modified_at
    from operator op
    join open_data_site identity on identity.operator_id = op.id
    left join theme t on t.id = op.theme_id
    where op.slug = ${operatorSlug}`.execute(db)
  return rows[0]
}

/** The slugs of all operators, the first of which answers for the data set of all. */
export const operatorSlugs = async (db: Database): Promise<string[]> =>
  (await db.selectFrom('operator').select('slug').orderBy('id').execute()).map(({ slug }) => slug)
