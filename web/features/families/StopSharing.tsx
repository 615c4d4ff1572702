import { useState } from 'react'
import * as messages from '#messages/account/family.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFocusHandover } from '#web/ui/useFocusHandover.ts'
import styles from './FamilyPersonCard.module.css'

const wordsOfAdult = {
  button: messages.stopSharing,
  named: messages.stopSharingNamed,
  question: messages.stopQuestion,
  now: messages.stopNow,
  keep: messages.keepSharing,
}

const wordsOfChild = {
  button: messages.removeChild,
  named: messages.removeChildNamed,
  question: messages.removeQuestion,
  now: messages.removeNow,
  keep: messages.keepChild,
}

/** Ends sharing a household with somebody, or takes a child out of the family. It asks first. */
export const StopSharing = ({
  personId,
  name,
  isChild = false,
}: {
  personId: number
  name: string
  isChild?: boolean
}) => {
  const words = isChild ? wordsOfChild : wordsOfAdult
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
          aria-label={words.named({ name })}
          onClick={() => {
            setAsking(true)
          }}
        >
          {words.button}
        </Button>
      </p>
    )
  const question = words.question({ name })
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
        {words.now}
      </Button>
      <Button
        ref={focusHandover}
        variant="text"
        onClick={() => {
          setAsking(false)
        }}
      >
        {words.keep}
      </Button>
    </div>
  )
}
