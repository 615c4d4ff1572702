import { useState } from 'react'
import * as messages from '#messages/account/family.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFocusHandover } from '#web/ui/useFocusHandover.ts'
import styles from './FamilyPersonCard.module.css'

/** Ends sharing a household with somebody. It asks first. */
export const StopSharing = ({ personId, name }: { personId: number; name: string }) => {
  const [isAsking, setAsking] = useState(false)
  const toasts = useToasts()
  const remove = useCall(api.families.remove, {
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const focusHandover = useFocusHandover(`stop sharing ${personId}`)
  if (!isAsking)
    return (
      <p>
        <Button
          ref={focusHandover}
          variant="secondary"
          aria-label={messages.stopSharingNamed({ name })}
          onClick={() => {
            setAsking(true)
          }}
        >
          {messages.stopSharing}
        </Button>
      </p>
    )
  const question = messages.stopQuestion({ name })
  return (
    <div className={styles['end']} role="group" aria-label={question}>
      <p>{question}</p>
      <Button
        ref={focusHandover}
        busy={remove.requesting || remove.succeeded}
        onClick={() => {
          remove.send({ personId })
        }}
      >
        {messages.stopNow}
      </Button>
      <Button
        ref={focusHandover}
        variant="text"
        onClick={() => {
          setAsking(false)
        }}
      >
        {messages.keepSharing}
      </Button>
    </div>
  )
}
