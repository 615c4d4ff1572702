import { useState } from 'react'
import type { CatalogueRow } from '#contract/office.ts'
import * as messages from '#messages/desk/catalogue.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import styles from './Catalogue.module.css'

const mostCourts = 30

/** A hall and the courts that it is made of, in one go. */
export const HallWithCourts = ({
  counter,
  onAdd,
}: {
  counter: number
  onAdd: (places: CatalogueRow[]) => void
}) => {
  const [isOpen, setIsOpen] = useState(false)
  const [hall, setHall] = useState(messages.courtsHallName)
  const [count, setCount] = useState('4')
  const courts = Math.min(Number(count) || 0, mostCourts)
  if (!isOpen)
    return (
      <Button
        variant="secondary"
        onClick={() => {
          setIsOpen(true)
        }}
      >
        {messages.addCourts}
      </Button>
    )
  return (
    <div className={styles['courts']}>
      <TextField
        label={messages.courtsHall}
        autoComplete="off"
        value={hall}
        onChange={({ currentTarget }) => {
          setHall(currentTarget.value)
        }}
      />
      <TextField
        label={messages.courtsCount}
        autoComplete="off"
        inputMode="numeric"
        value={count}
        onChange={({ currentTarget }) => {
          setCount(currentTarget.value)
        }}
      />
      <Button
        variant="secondary"
        disabled={courts === 0 || hall.trim() === ''}
        onClick={() => {
          const parts = Array.from({ length: courts }, (_, index) => ({
            slug: `#${counter + index + 1}`,
            name: messages.court({ number: index + 1 }),
          }))
          onAdd([{ slug: `#${counter}`, name: hall, contains: parts.map(({ slug }) => slug) }, ...parts])
          setIsOpen(false)
        }}
      >
        {messages.addCourts}
      </Button>
    </div>
  )
}
