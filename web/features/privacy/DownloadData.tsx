import { useState } from 'react'
import { toWire } from '#contract/wire.ts'
import * as messages from '#messages/account/privacy.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Privacy.module.css'

type State = { status: 'idle' | 'busy' | 'done' } | { status: 'failed'; message: string }

/** Downloads all data about the customer as indented JSON. */
export const DownloadData = ({ reference }: { reference: string }) => {
  const { client } = usePageContext()
  const [state, setState] = useState<State>({ status: 'idle' })
  const download = async (): Promise<void> => {
    setState({ status: 'busy' })
    try {
      const data = await client.send(api.privacy.data, {})
      saveFile(`my-data-${reference}.json`, JSON.stringify(toWire(data), null, 2))
      setState({ status: 'done' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState({ status: 'failed', message: error.message })
    }
  }
  return (
    <Card>
      <div className={styles['part']}>
        <p>{messages.dataHelp}</p>
        {state.status === 'failed' ? (
          <Notice colour="danger" role="alert">
            <p>{state.message}</p>
          </Notice>
        ) : null}
        <p role="status" className={styles['status']}>
          {state.status === 'done' ? messages.downloaded : ''}
        </p>
        <Button variant="secondary" busy={state.status === 'busy'} onClick={() => void download()}>
          {messages.download}
        </Button>
      </div>
    </Card>
  )
}

const saveFile = (name: string, text: string): void => {
  const objectUrl = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = objectUrl
  link.download = name
  link.click()
  // Revoked later, because the browser has not read the file yet.
  setTimeout(() => URL.revokeObjectURL(objectUrl), 60_000)
}
