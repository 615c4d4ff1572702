import { useState } from 'react'
import type { CatalogueList, CatalogueRow } from '#contract/office.ts'
import * as messages from '#messages/desk/catalogue.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Badge, Card, Empty, Section } from '#web/ui/Layout.tsx'
import styles from './Catalogue.module.css'
import { childrenOf } from './drafts.ts'
import { listForms } from './fields.ts'
import type { Lists } from './choices.ts'
import { aboutRow, nameOfRow } from './names.ts'

const groups: Readonly<Record<keyof typeof messages.groups, readonly CatalogueList[]>> = {
  places: ['venues'],
  programme: ['activities', 'prices', 'timetable', 'sessions', 'blocks', 'instructors', 'tags'],
  members: ['memberships', 'packages'],
  agreements: ['terms', 'restrictions'],
  looks: ['operator', 'themes'],
}

/** All that can be edited, and while little is there, where to begin. */
export const CatalogueOverview = () => {
  const {
    data: { lists },
  } = useRead(api.office.catalogue)
  return (
    <>
      <FirstSteps lists={lists} />
      {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
        <Section key={group} title={messages.groups[group]}>
          <ul role="list" className={styles['cards']}>
            {groups[group].map((list) => (
              <li key={list}>
                <Card className={styles['card']}>
                  <Link className={styles['card-link']} to={deskLinks.catalogue(list)}>
                    {messages.lists[list]?.title}
                  </Link>
                  <p className={styles['hint']}>{messages.lists[list]?.about}</p>
                  {listForms[list].isSingle === true ? null : (
                    <p className={styles['hint']}>{messages.count(entriesOf(lists, list).length)}</p>
                  )}
                </Card>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}

/** Shown until an activity can be booked. */
const FirstSteps = ({ lists }: { lists: Lists }) => {
  if (lists.timetable.length + lists.sessions.length > 0) return null
  const done: Readonly<Record<keyof typeof messages.steps, boolean>> = {
    venues: lists.venues.some(({ locations }) => Array.isArray(locations) && locations.length > 0),
    activities: lists.activities.length > 0,
    terms: lists.terms.length > 0,
    themes: lists.themes.length > 0,
  }
  return (
    <Section title={messages.startHere}>
      <ol className={styles['steps']}>
        {(Object.keys(done) as (keyof typeof done)[]).map((list) => (
          <li key={list}>
            <Link to={deskLinks.catalogue(list)}>{messages.steps[list].title}</Link>{' '}
            {done[list] ? <Badge colour="success">{messages.stepDone}</Badge> : null}
            <br />
            <span className={styles['hint']}>{messages.steps[list].todo}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

type Entry = { row: CatalogueRow; place: string }

/** The rows of a list; activities under a heading follow it. */
const entriesOf = (lists: Lists, list: CatalogueList): Entry[] =>
  lists[list].flatMap((row, index) => [
    { row, place: String(index) },
    ...(list === 'activities'
      ? childrenOf(row).map((child, place) => ({ row: child, place: `${index}.${place}` }))
      : []),
  ])

/** More than these are looked for rather than read. */
const manyEntries = 12

export const CatalogueRows = ({ list }: { list: CatalogueList }) => {
  const {
    data: { lists },
  } = useRead(api.office.catalogue)
  const { data: config } = useRead(api.operator.config)
  const [wanted, setWanted] = useState('')
  const words = messages.lists[list]
  const entries = entriesOf(lists, list).map(({ row, place }) => ({
    place,
    isChild: place.includes('.'),
    name: nameOfRow(list, row, lists),
    about: aboutRow(list, row, lists, config.currency.symbol),
  }))
  const found = entries.filter(({ name, about }) =>
    `${name} ${about}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  return (
    <Section
      title={words?.title}
      aside={
        <Link className={buttonClass({})} to={deskLinks.catalogue(list, 'new')}>
          {messages.add({ one: words?.one ?? '' })}
        </Link>
      }
    >
      <p>
        <Link to={deskLinks.catalogue()}>{messages.allLists}</Link>
      </p>
      {entries.length > manyEntries ? (
        <div className={styles['find']}>
          <TextField
            label={messages.find}
            type="search"
            autoComplete="off"
            value={wanted}
            onChange={({ currentTarget }) => {
              setWanted(currentTarget.value)
            }}
          />
          <p className={styles['hint']} aria-live="polite">
            {messages.foundOf({ count: found.length, of: entries.length })}
          </p>
        </div>
      ) : null}
      {entries.length === 0 ? (
        <Empty title={messages.nothingYet}>
          <p>{words?.about}</p>
        </Empty>
      ) : found.length === 0 ? (
        <Empty title={messages.nothingFound} />
      ) : (
        <ul role="list" className={styles['rows']}>
          {found.map(({ place, name, about, isChild }) => (
            <li key={place} className={isChild ? styles['child'] : undefined}>
              <Link to={deskLinks.catalogue(list, place)}>{name}</Link>
              <span className={styles['hint']}>{about}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
