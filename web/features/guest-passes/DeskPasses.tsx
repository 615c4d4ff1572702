import { useState } from 'react'
import type { DeskPass } from '#contract/guest-passes.ts'
import * as messages from '#messages/desk/guestPasses.ts'
import { api } from '#web/platform/api.ts'
import { useRead } from '#web/platform/queries.ts'
import { Badge, Section } from '#web/ui/Layout.tsx'
import { AdmitButton, PassValidity } from './AdmitButton.tsx'
import { guestName, passFacts } from './deskPassText.ts'
import styles from './DeskPasses.module.css'

const colours = {
  available: 'plain',
  issued: 'info',
  used: 'plain',
  expired: 'plain',
  withdrawn: 'plain',
} as const

/**
 * A customer's guest passes at a venue's desk: those that admit a guest today first, past ones folded away. One that staff
 * have just tried to use stays where it was, and says why it was refused.
 */
export const DeskPasses = ({ customerId, venueSlug }: { customerId: number; venueSlug: string }) => {
  const { data, refetch } = useRead(api.guestPasses.atDesk, { venue: venueSlug, customerId })
  const [triedIds, setTriedIds] = useState<ReadonlySet<number>>(new Set())
  if (data.length === 0) return null
  const isFolded = (pass: DeskPass): boolean => isPast(pass) && !triedIds.has(pass.id)
  const past = data.filter(isFolded)
  const current = data.filter((pass) => !isFolded(pass))
  const list = (passes: readonly DeskPass[]) => (
    <ul role="list" className={styles['list']}>
      {passes.map((pass) => (
        <li key={pass.id} className={styles['row']}>
          <DeskPassRow
            pass={pass}
            venueSlug={venueSlug}
            onRefused={() => {
              setTriedIds((ids) => new Set([...ids, pass.id]))
              refetch()
            }}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <Section title={messages.title}>
      {list(current.toSorted((one, other) => Number(isForLater(one)) - Number(isForLater(other))))}
      {past.length === 0 ? null : (
        <details className={styles['past']}>
          <summary>{messages.pastPasses({ count: past.length })}</summary>
          {list(past)}
        </details>
      )}
    </Section>
  )
}

const isPast = ({ status, canUndo }: DeskPass): boolean =>
  status !== 'available' && status !== 'issued' && !canUndo

const isForLater = ({ refusal, canUndo }: DeskPass): boolean => refusal !== null && !canUndo

const DeskPassRow = ({
  pass,
  venueSlug,
  onRefused,
}: {
  pass: DeskPass
  venueSlug: string
  onRefused: () => void
}) => {
  const { status, refusal } = pass
  return (
    <>
      <div className={styles['what']}>
        <span className={styles['name']}>
          {guestName(pass)}
          <Badge colour={refusal === null ? 'success' : colours[status]}>
            {messages.status[refusal === null ? 'valid' : status]}
          </Badge>
        </span>
        <PassValidity pass={pass} />
        <span className={styles['facts']}>{passFacts(pass)}</span>
      </div>
      <AdmitButton pass={pass} venueSlug={venueSlug} onRefused={onRefused} />
    </>
  )
}
