import * as messages from '#messages/account/privacy.ts'
import { api } from '#web/platform/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Privacy.module.css'
import { useDownload } from './useDownload.ts'

/** Downloads all data about the customer. */
export const DownloadData = ({ reference }: { reference: string }) => {
  const { state, download } = useDownload(`my-data-${reference}.json`, (client) =>
    client.send(api.privacy.data, {}),
  )
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
        <Button variant="secondary" busy={state.status === 'busy'} onClick={download}>
          {messages.download}
        </Button>
      </div>
    </Card>
  )
}
