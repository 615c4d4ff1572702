import { useRef, useState } from 'react'
import type { FamilyPerson } from '#contract/families.ts'
import * as messages from '#messages/shared/addChild.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './AddChild.module.css'

/** Adds a child to the household on the spot: name and date of birth. */
export const AddChild = ({
  lastName,
  variant = 'text',
  onAdded,
}: {
  lastName: string
  variant?: 'text' | 'secondary'
  onAdded?: (child: FamilyPerson) => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLDivElement>(null)
  const close = (): void => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div ref={opener} tabIndex={-1}>
      {isOpen ? (
        <ChildForm lastName={lastName} onAdded={onAdded} onClose={close} />
      ) : (
        <Button
          variant={variant}
          onClick={() => {
            setOpen(true)
          }}
        >
          <Icon name="person" size={18} />
          {messages.addChild}
        </Button>
      )}
    </div>
  )
}

const ChildForm = ({
  lastName,
  onAdded,
  onClose,
}: {
  lastName: string
  onAdded: ((child: FamilyPerson) => void) | undefined
  onClose: () => void
}) => {
  const add = useCall(api.families.addChild, {
    onSuccess: (child) => {
      onAdded?.(child)
      onClose()
    },
  })
  const form = useForm(add, ({ text }) => {
    add.send({
      firstName: text('firstName'),
      lastName: text('lastName'),
      dateOfBirth: text('dateOfBirth'),
    })
  })
  const { error, validationMessages: errors } = add
  return (
    <form {...form} className={styles['form']} aria-label={messages.addChild}>
      {error === null || Object.keys(errors).length > 0 ? null : (
        <Notice colour="danger" role="alert" title={messages.childNotAdded}>
          <p>{error.message}</p>
        </Notice>
      )}
      <TextField
        label={messages.childFirstName}
        name="firstName"
        autoComplete="off"
        required
        maxLength={80}
        errors={errors['first_name']}
      />
      <TextField
        label={messages.childLastName}
        name="lastName"
        autoComplete="off"
        required
        maxLength={80}
        defaultValue={lastName}
        errors={errors['last_name']}
      />
      <TextField
        label={messages.childDateOfBirth}
        hint={messages.childDateOfBirthHint}
        name="dateOfBirth"
        autoComplete="off"
        required
        errors={errors['date_of_birth']}
      />
      <div className={styles['buttons']}>
        <Button type="submit" busy={add.requesting}>
          {messages.addThisChild}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  )
}
