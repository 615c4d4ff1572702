import type { Rehearsal } from '#contract/rehearsals.ts'
import * as messages from '#messages/desk/rehearsals.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Empty, Section } from '#web/ui/Layout.tsx'
import { BeginRehearsal } from './BeginRehearsal.tsx'
import { RehearsalCard } from './RehearsalCard.tsx'
import styles from './Rehearsals.module.css'

/** While one runs. */
const refetchEveryMs = 2_000

const isRunning = ({ state }: Rehearsal): boolean =>
  state === 'waiting' || state === 'copying' || state === 'running'

/** What was rehearsed at a venue, what runs, and the form that begins one. */
export const Rehearsals = ({ venue }: { venue: string }) => {
  const {
    data: { rehearsals },
  } = useRead(api.rehearsals.list, { venue })
  const runs = rehearsals.some(isRunning)
  useDeferredRead(api.rehearsals.list, { venue }, { when: runs, everyMs: refetchEveryMs })
  return (
    <>
      {runs ? null : <BeginRehearsal venue={venue} />}
      <Section title={messages.past}>
        {rehearsals.length === 0 ? (
          <Empty title={messages.none}>
            <p>{messages.noneHelp}</p>
          </Empty>
        ) : (
          <ul role="list" className={styles['list']}>
            {rehearsals.map((rehearsal) => (
              <RehearsalCard key={rehearsal.id} rehearsal={rehearsal} />
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}
