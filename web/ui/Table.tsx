import type { ReactNode } from 'react'
import styles from './Table.module.css'

export type Column<Row> = {
  heading: string
  cell: (row: Row) => ReactNode
  /** Names the line for screen readers. */
  isRowHeading?: true
  /** Sums and counts, at the end of their column. */
  isFigure?: true
  /** A sentence, over as many lines as it needs, or room to write. */
  isWide?: true
}

/**
 * Every list in columns of the desk and of accounts. What a row can do is a column with its button.
 *
 * On a narrow screen `scroll` moves the columns sideways, `stack` makes each row a list of names and values, and `sheet`
 * a paragraph: it is ruled, for paper.
 */
export const Table = <Row,>({
  name,
  form,
  columns,
  rows,
  rowKey,
  total,
  empty = null,
}: {
  name: string
  form: 'scroll' | 'stack' | 'sheet'
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  /** The last line, set apart. */
  total?: Row | undefined
  /** Instead of a table without rows. */
  empty?: ReactNode
}) => {
  if (rows.length === 0) return empty
  const table = (
    <table className={styles['table']} data-form={form} aria-label={form === 'scroll' ? undefined : name}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.heading} scope="col" data-kind={kindOf(column)}>
              {column.heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Line key={rowKey(row, index)} columns={columns} row={row} />
        ))}
      </tbody>
      {total === undefined ? null : (
        <tfoot>
          <Line columns={columns} row={total} />
        </tfoot>
      )}
    </table>
  )
  if (form === 'sheet') return table
  if (form === 'stack') return <div className={styles['stack']}>{table}</div>
  return (
    // Focusable, so that a table wider than the screen can be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['scroll']} role="region" aria-label={name} tabIndex={0}>
      {table}
    </div>
  )
}

const Line = <Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) => (
  <tr>
    {columns.map((column) =>
      column.isRowHeading === true ? (
        <th key={column.heading} scope="row">
          {column.cell(row)}
        </th>
      ) : (
        <td key={column.heading} data-name={column.heading} data-kind={kindOf(column)}>
          {column.cell(row)}
        </td>
      ),
    )}
  </tr>
)

const kindOf = ({ isFigure, isWide }: Column<never>): 'figure' | 'wide' | undefined =>
  isFigure === true ? 'figure' : isWide === true ? 'wide' : undefined

/** Beside or below a cell's own words. */
export const Aside = ({ children }: { children: ReactNode }) => (
  <span className={styles['aside']}>{children}</span>
)
