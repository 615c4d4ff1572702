import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Table, type Column } from './Table.tsx'

type Sale = { name: string; sold: string }

const columns: readonly Column<Sale>[] = [
  { heading: 'Partner', isRowHeading: true, cell: ({ name }) => name },
  { heading: 'Sold', isFigure: true, cell: ({ sold }) => sold },
]

const rendered = (props: { form: 'scroll' | 'stack'; rows: readonly Sale[]; total?: Sale }): HTMLElement => {
  const root = document.createElement('div')
  root.innerHTML = renderToStaticMarkup(
    <Table
      name="By partner"
      columns={columns}
      rowKey={({ name }) => name}
      empty={<p>No partners</p>}
      {...props}
    />,
  )
  return root
}

const texts = (root: HTMLElement, selector: string): string[] =>
  Array.from(root.querySelectorAll(selector), ({ textContent }) => textContent)

test('a line begins with its heading, and the total stands apart', () => {
  const rows = [
    { name: 'FitFinder', sold: '£5' },
    { name: 'Playpal', sold: '£6' },
  ]
  const root = rendered({ form: 'scroll', rows, total: { name: 'Total', sold: '£11' } })
  expect(texts(root, 'thead th')).toEqual(['Partner', 'Sold'])
  expect(texts(root, 'tbody th[scope=row]')).toEqual(['FitFinder', 'Playpal'])
  expect(texts(root, 'tfoot :is(th, td)')).toEqual(['Total', '£11'])
  expect(root.querySelector('[role=region]')?.getAttribute('aria-label')).toBe('By partner')
})

test('cells carry the name of their column for the form in which it has no line of its own', () => {
  const root = rendered({ form: 'stack', rows: [{ name: 'FitFinder', sold: '£5' }] })
  expect(root.querySelector('td')?.getAttribute('data-name')).toBe('Sold')
  expect(root.querySelector('table')?.getAttribute('aria-label')).toBe('By partner')
})

test('a table without rows is its empty state', () => {
  const root = rendered({ form: 'scroll', rows: [] })
  expect(root.textContent).toBe('No partners')
})
