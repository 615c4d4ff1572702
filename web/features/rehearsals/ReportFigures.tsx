import type { RehearsalReport } from '#contract/rehearsals.ts'
import * as messages from '#messages/desk/rehearsals.ts'
import { Table } from '#web/ui/Table.tsx'
import styles from './Rehearsals.module.css'

const steps = ['look', 'hold', 'pay'] as const
const shares = ['p50', 'p95', 'p99'] as const

/** What a rehearsal has found: the verdict in words, what was used up first, times and figures. */
export const ReportFigures = ({ report }: { report: RehearsalReport }) => {
  const names = messages.figureNames
  const after = (ms: number | null) => (ms === null ? messages.notReached : messages.time(ms))
  const figures: readonly (readonly [string, string])[] = [
    [names.places, String(report.places)],
    [names.held, String(report.held)],
    [names.paid, String(report.paid)],
    [names.refused, String(report.refused)],
    [names.busy, String(report.busy)],
    [names.failed, String(report.failed)],
    [names.firstGone, after(report.firstGoneAfter)],
    [names.soldOut, after(report.soldOutAfter)],
    [names.passedOver, messages.passedOver({ count: report.passedOver, by: report.passedOverBy })],
    [names.oversold, String(report.oversold)],
    [names.stranded, String(report.stranded)],
    [names.processor, messages.percent(report.processor)],
    [names.connections, messages.connections(report.connections)],
  ]
  return (
    <>
      <p>
        {messages.verdictHelp[report.verdict]}{' '}
        <strong>{report.limit === null ? messages.noLimit : messages.limitOf(report.limit)}</strong>
      </p>
      <Table
        name={messages.steps}
        form="stack"
        rows={steps}
        rowKey={(step) => step}
        columns={[
          { heading: messages.step, cell: (step) => messages.stepNames[step], isRowHeading: true },
          ...shares.map((share) => ({
            heading: messages.shares[share],
            cell: (step: (typeof steps)[number]) => {
              const times = report[step]
              return times === null ? messages.noTime : messages.time(times[share])
            },
          })),
        ]}
      />
      <dl className={styles['figures']} aria-label={messages.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
