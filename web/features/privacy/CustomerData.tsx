import { downloaded } from '#messages/account/privacy.ts'
import * as messages from '#messages/desk/customers.ts'
import { api } from '#web/platform/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Privacy.module.css'
import { useDownload } from './useDownload.ts'

/** At the desk: everything held about a customer as a file, to give to them. */
export const CustomerData = ({ customerId, reference }: { customerId: number; reference: string }) => {
  const { state, download } = useDownload(`data-${reference}.json`, (client) =>
    client.send(api.privacy.customerData, { customerId }),
  )
  return (
    <div className={styles['part']}>
      {state.status === 'failed' ? (
        <Notice colour="danger" role="alert">
          <p>{state.message}</p>
        </Notice>
      ) : null}
      <p role="status" className={styles['status']}>
        {state.status === 'done' ? downloaded : ''}
      </p>
      <Button variant="secondary" wide busy={state.status === 'busy'} onClick={download}>
        {messages.downloadData}
      </Button>
    </div>
  )
}
