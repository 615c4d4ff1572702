import { sql } from 'kysely'
import { feedNames } from '#contract/openactive.ts'
import type { Database } from '#server/platform/database.ts'

export type DatasetFacts = {
  operatorName: string
  /** `''` where the operator has not said. */
  legalName: string
  venues: number
  /** When the newest item of any feed was written; null as long as there is none. */
  modifiedAt: Date | null
}

/** What there is to say of an operator's open data; undefined when there is no such operator. */
export const datasetFacts = async (db: Database, operatorSlug: string): Promise<DatasetFacts | undefined> => {
  const { rows } = await sql<DatasetFacts>`
    select op.name as operator_name, op.legal_name,
      (select count(*)::int from venue v where v.operator_id = op.id and v.status <> 'closed') as venues,
      (select to_timestamp(max(newest.modified)) from unnest(${[...feedNames]}::text[]) f (feed), lateral (
          select i.modified from openactive_item i
          where i.operator_id = op.id and i.feed = f.feed and i.modified is not null
          order by i.modified desc, i.id desc limit 1
        ) newest) as modified_at
    from operator op where op.slug = ${operatorSlug}`.execute(db)
  return rows[0]
}
