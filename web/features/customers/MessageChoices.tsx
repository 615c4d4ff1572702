import { useState } from 'react'
import type { CustomerDetails } from '#contract/customers.ts'
import { optionalMessages } from '#contract/optionalMessages.ts'
import * as messages from '#messages/account/details.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import styles from './CustomerForm.module.css'
import { SaveStatus } from './SaveStatus.tsx'

/** Which of the e-mails that are not needed a customer gets. */
export const MessageChoices = ({ unwantedMessages }: Pick<CustomerDetails, 'unwantedMessages'>) => {
  const [unwanted, setUnwanted] = useState<CustomerDetails['unwantedMessages']>(unwantedMessages)
  const change = useCall(api.customers.changeDetails)
  const form = useForm(change, () => {
    change.send({ unwantedMessages: [...unwanted] })
  })
  return (
    <form {...form} className={styles['form']} aria-label={messages.optionalMessages}>
      <SaveStatus error={change.error} isSaved={change.succeeded} />
      <p>{messages.optionalMessagesLead}</p>
      {optionalMessages.map((kind) => (
        <CheckField
          key={kind}
          name={kind}
          checked={!unwanted.includes(kind)}
          onChange={({ target }) => {
            setUnwanted(target.checked ? unwanted.filter((one) => one !== kind) : [...unwanted, kind])
          }}
        >
          {messages.optionalMessage[kind]}
        </CheckField>
      ))}
      <div>
        <Button type="submit" variant="secondary" busy={change.requesting}>
          {messages.saveMessages}
        </Button>
      </div>
    </form>
  )
}
