import { csvOf } from '#contract/csv.ts'
import type { CellKind } from '#contract/csv.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireRehearsal } from './list.ts'

const columns = { figure: 'text', value: 'text' } as const satisfies Record<string, CellKind>

/** The report of a rehearsal, a figure a line. @throws Refusal `not_found` where there is none */
export const writeRehearsalFile = async (
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ name: string; text: string }> => {
  const { report, venue, day, opensAt, audience, visitors, arrival, paying } = await requireRehearsal(
    tx,
    actor,
    id,
  )
  if (report === null) throw notFound((messages) => messages.rehearsals.noReport)
  const { look, hold, pay, limit, connections, ...figures } = report
  const times = Object.entries({ look, hold, pay }).flatMap(([step, of]) =>
    (['p50', 'p95', 'p99'] as const).map((share) => [`${step}_${share}_ms`, of?.[share] ?? null] as const),
  )
  const lines: [string, string | number | null][] = [
    ['venue', venue],
    ['day', day],
    ['opens_at', opensAt.utc],
    ['audience', audience],
    ['visitors', visitors],
    ['arrival', arrival],
    ['paying_percent', paying],
    ['verdict', figures.verdict],
    ['first_limit', limit?.kind ?? null],
    ['places', figures.places],
    ['first_gone_after_ms', figures.firstGoneAfter],
    ['sold_out_after_ms', figures.soldOutAfter],
    ['held', figures.held],
    ['paid', figures.paid],
    ['refused', figures.refused],
    ['busy', figures.busy],
    ['failed', figures.failed],
    ...times.map(([name, value]): [string, number | null] => [name, value]),
    ['passed_over', figures.passedOver],
    ['passed_over_by_ms', figures.passedOverBy],
    ['oversold', figures.oversold],
    ['stranded', figures.stranded],
    ['processor_percent', figures.processor],
    ['connections', connections.most],
    ['connections_waited_for', connections.waiting],
  ]
  return {
    name: `rehearsal-${id}.csv`,
    text: csvOf(
      columns,
      lines.map(([figure, value]) => ({ figure, value: value === null ? null : String(value) })),
    ),
  }
}
