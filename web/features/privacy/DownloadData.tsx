import { useState } from 'react'
import { toWire } from '#contract/wire.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Privacy.module.css'

type State = { is: 'idle' | 'busy' | 'done' } | { is: 'failed'; message: string }

/** All that is held about somebody, as a file. The server makes it; here it is written so that a person can read it. */
export const DownloadData = ({ reference }: { reference: string }) => {
  const { client } = useVisit()
  const [state, setState] = useState<State>({ is: 'idle' })
  const download = async (): Promise<void> => {
    setState({ is: 'busy' })
    try {
      const held = await client.send(api.privacy.data, {})
      save(`my-data-${reference}.json`, JSON.stringify(toWire(held), null, 2))
      setState({ is: 'done' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState({ is: 'failed', message: error.message })
    }
  }
  return (
    <Card>
      <div className={styles['part']}>
        <p>
          Your details and linked people, bookings, orders, payments and credit, memberships, documents,
          answers, messages, and what our staff did for you: everything we hold, in one file (JSON) that
          people and programs can read.
        </p>
        {state.is === 'failed' ? (
          <Notice colour="danger" role="alert">
            <p>{state.message}</p>
          </Notice>
        ) : null}
        <p role="status" className={styles['said']}>
          {state.is === 'done' ? 'The file is in your downloads.' : ''}
        </p>
        <Button variant="secondary" busy={state.is === 'busy'} onClick={() => void download()}>
          Download my data
        </Button>
      </div>
    </Card>
  )
}

const save = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: the browser has yet to take it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
