import { useState } from 'react'
import type { Membership } from '#contract/memberships.ts'
import { back, close, failed } from '#messages/shared/membershipChanges.ts'
import * as messages from '#messages/shared/membershipMembers.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { MembersField, type MemberChoice } from './MembersField.tsx'
import styles from './MembershipChanges.module.css'

/** Changes who belongs to a membership that is for several people. */
export const MembersDialog = ({
  membership: { id: membershipId, name: plan, members },
  limits: { most, mostAdults },
  selectedUserId,
  onClose,
}: {
  membership: Membership
  limits: { most: number; mostAdults: number | null }
  selectedUserId: number | undefined
  onClose: () => void
}) => {
  const toasts = useToasts()
  const forWhom = selectedUserId === undefined ? {} : { selectedUserId }
  const { data: family } = useDeferredRead(api.families.mine, forWhom, { when: true })
  const [chosenIds, setChosenIds] = useState<readonly number[]>(() => members.map(({ userId }) => userId))
  const {
    send,
    requesting,
    error,
    validationMessages: errors,
  } = useCall(api.memberships.members, {
    onSuccess: () => {
      toasts.show({ content: messages.saved, colour: 'success', closeAfter: 10000 })
      onClose()
    },
  })
  // Somebody may belong to it who shares the household no more.
  const others = members.flatMap(({ userId, firstName, lastName }): MemberChoice[] =>
    family?.some(({ id }) => id === userId) === true
      ? []
      : [{ id: userId, firstName, lastName, relation: '' }],
  )
  return (
    <Modal title={messages.changeTitle({ plan })} onClose={onClose} closeLabel={close}>
      <div className={styles['form']}>
        {family === undefined ? (
          <Skeleton lines={3} />
        ) : (
          <MembersField
            people={[...family, ...others]}
            chosenIds={chosenIds}
            most={most}
            mostAdults={mostAdults}
            errors={errors['member_ids']}
            isOwn={selectedUserId === undefined}
            onChoose={setChosenIds}
          />
        )}
        {selectedUserId === undefined ? <p>{messages.addToFamily}</p> : null}
        {error === null || errors['member_ids'] !== undefined ? null : (
          <Notice colour="danger" role="alert">
            <p>{error.serverMessage ?? failed}</p>
          </Notice>
        )}
        <div className={styles['buttons']}>
          <Button variant="secondary" onClick={onClose}>
            {back}
          </Button>
          <Button
            busy={requesting}
            onClick={() => {
              send({ membershipId, ...forWhom, memberIds: [...chosenIds] })
            }}
          >
            {messages.save}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
