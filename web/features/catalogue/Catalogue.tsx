import type { CatalogueList } from '#contract/office.ts'
import * as messages from '#messages/desk/catalogue.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { CatalogueOverview, CatalogueRows } from './CatalogueLists.tsx'
import { rowAt } from './drafts.ts'
import type { Place } from './drafts.ts'
import { listForms } from './fields.ts'
import { nameOfRow } from './names.ts'
import { RowForm } from './RowForm.tsx'

/** The catalogue: its lists, the rows of one, or one of those. `row` as it stands in the address: `new`, `3`, `3.1`. */
export const Catalogue = ({ list, row }: { list: string | undefined; row: string | undefined }) => {
  if (!isList(list)) return <CatalogueOverview />
  const isSingle = listForms[list].isSingle === true
  if (row === undefined && !isSingle) return <CatalogueRows key={list} list={list} />
  return (
    <OneRow
      key={`${list} ${row ?? ''}`}
      list={list}
      place={isSingle ? { index: 0, child: null } : placeOf(row)}
    />
  )
}

const isList = (list: string | undefined): list is CatalogueList =>
  list !== undefined && Object.hasOwn(listForms, list)

const placeOf = (row: string | undefined): Place => {
  const [, index, child] = /^(\d{1,6})(?:\.(\d{1,6}))?$/.exec(row ?? '') ?? []
  return index === undefined
    ? null
    : { index: Number(index), child: child === undefined ? null : Number(child) }
}

const OneRow = ({ list, place }: { list: CatalogueList; place: Place }) => {
  const {
    data: { lists },
  } = useRead(api.office.catalogue)
  const row = rowAt(lists, list, place)
  const { title = '', one = '' } = messages.lists[list] ?? {}
  const isSingle = listForms[list].isSingle === true
  return (
    <Section
      title={
        row === undefined ? messages.add({ one }) : messages.change({ name: nameOfRow(list, row, lists) })
      }
    >
      <p>
        <Link to={deskLinks.catalogue(isSingle ? undefined : list)}>
          {isSingle ? messages.allLists : title}
        </Link>
      </p>
      <RowForm list={list} place={place} />
    </Section>
  )
}
