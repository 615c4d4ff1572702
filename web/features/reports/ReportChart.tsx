import type { CellKind } from '#contract/csv.ts'
import type { Bar } from '#contract/reports.ts'
import { isDay } from '#contract/time.ts'
import * as messages from '#messages/desk/reports.ts'
import { shortDay } from '#messages/format.ts'
import { Table } from '#web/ui/Table.tsx'
import { figureText } from './cells.ts'
import type { Formats } from './cells.ts'
import styles from './ReportChart.module.css'

/**
 * A report as bars, drawn as SVG by the server, too. Nothing depends on seeing it: a table below has the same figures.
 */
export const ReportChart = ({
  name,
  kind,
  bars,
  isByTime,
  formats,
}: {
  name: string
  kind: CellKind
  bars: readonly Bar[]
  isByTime: boolean
  formats: Formats
}) => {
  const isCompared = bars.some(({ before }) => before !== null)
  const text = (value: number): string => figureText(kind, value, formats)
  return (
    <figure className={styles['chart']}>
      <figcaption>
        {name}
        {isCompared ? <Legend /> : null}
      </figcaption>
      {isByTime ? <Columns bars={bars} text={text} /> : <Names bars={bars} text={text} />}
      <details className={styles['figures']}>
        <summary>{messages.figuresOfChart}</summary>
        <Table
          name={messages.figuresOfChart}
          form="scroll"
          rows={bars}
          rowKey={({ label }, place) => `${place} ${label}`}
          columns={[
            { heading: messages.bar, isRowHeading: true, cell: ({ label }) => labelText(label) },
            { heading: messages.thisPeriod, isFigure: true, cell: ({ value }) => text(value) },
            ...(isCompared
              ? [
                  {
                    heading: messages.otherPeriod,
                    isFigure: true as const,
                    cell: ({ before }: Bar) => (before === null ? '' : text(before)),
                  },
                ]
              : []),
          ]}
        />
      </details>
    </figure>
  )
}

const Legend = () => (
  <span className={styles['legend']}>
    <span className={styles['now']}>{messages.thisPeriod}</span>
    <span className={styles['before']}>{messages.otherPeriod}</span>
  </span>
)

const labelText = (label: string): string => {
  if (isDay(label)) return shortDay(label)
  return /^\d{4}-\d{2}$/.test(label) ? messages.monthOf(label) : label
}

type Drawn = { bars: readonly Bar[]; text: (value: number) => string }

/** The least and the greatest value, with 0 between them. */
const rangeOf = (bars: readonly Bar[]): { least: number; greatest: number } => {
  const values = bars.flatMap(({ value, before }) => [value, before ?? 0])
  return { least: Math.min(0, ...values), greatest: Math.max(0, ...values) }
}

/** A few bars are no wider than these would be. */
const fewestSlots = 8

/** Upright, side by side, as time goes. The picture is stretched; words stand around it. */
const Columns = ({ bars, text }: Drawn) => {
  const { least, greatest } = rangeOf(bars)
  const span = greatest - least || 1
  const heightOf = (value: number): number => (100 * Math.abs(value)) / span
  const topOf = (value: number): number => (100 * (greatest - Math.max(value, 0))) / span
  const first = bars[0]
  const last = bars.at(-1)
  return (
    <div className={styles['columns']} aria-hidden="true">
      <div className={styles['scale']}>
        <span>{greatest === least ? '' : text(greatest)}</span>
        <span>{text(least)}</span>
      </div>
      <svg
        viewBox={`0 0 ${Math.max(bars.length, fewestSlots) * 10} 100`}
        preserveAspectRatio="none"
        focusable="false"
      >
        {bars.map(({ label, value, before }, place) => (
          <g key={`${place} ${label}`}>
            <title>{`${labelText(label)}: ${text(value)}`}</title>
            {before === null ? null : (
              <rect
                className={styles['before']}
                x={place * 10 + 0.5}
                width={4}
                y={topOf(before)}
                height={heightOf(before)}
              />
            )}
            <rect
              className={styles['now']}
              x={place * 10 + (before === null ? 1.5 : 5)}
              width={before === null ? 7 : 4.5}
              y={topOf(value)}
              height={heightOf(value)}
            />
          </g>
        ))}
      </svg>
      <div className={styles['ends']}>
        <span>{first === undefined ? '' : labelText(first.label)}</span>
        <span>{last === undefined || last === first ? '' : labelText(last.label)}</span>
      </div>
    </div>
  )
}

/** More names than these are in the table alone. */
const mostNames = 20

/** Lying, each with its name and its figure, the longest first. */
const Names = ({ bars, text }: Drawn) => {
  const { greatest } = rangeOf(bars)
  const longest = bars.toSorted((one, other) => other.value - one.value).slice(0, mostNames)
  const widthOf = (value: number): number => (greatest === 0 ? 0 : Math.max(0, (100 * value) / greatest))
  return (
    <div aria-hidden="true">
      <ul role="list" className={styles['names']}>
        {longest.map(({ label, value, before }, place) => (
          <li key={`${place} ${label}`}>
            <span>{label}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" focusable="false">
              {before === null ? null : (
                <rect className={styles['before']} y={0} width={widthOf(before)} height={3} />
              )}
              <rect
                className={styles['now']}
                y={before === null ? 0 : 4}
                width={widthOf(value)}
                height={before === null ? 10 : 6}
              />
            </svg>
            <span>{text(value)}</span>
          </li>
        ))}
      </ul>
      {bars.length > mostNames ? (
        <p className={styles['cut']}>{messages.cutBars({ count: mostNames })}</p>
      ) : null}
    </div>
  )
}
