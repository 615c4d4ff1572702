import { useId, type ReactNode } from 'react'
import type { FamilyPerson } from '#contract/families.ts'
import * as messages from '#messages/shared/membershipMembers.ts'
import { Choice } from '#web/ui/Choice.tsx'
import styles from './MembersField.module.css'

export type MemberChoice = Pick<FamilyPerson, 'id' | 'firstName' | 'lastName' | 'relation'>

/** Who belongs to a membership: people of the family to tick. `children` adds another. */
export const MembersField = ({
  people,
  chosenIds,
  requiredId,
  most,
  mostAdults,
  errors,
  isOwn,
  onChoose,
  children,
}: {
  people: readonly MemberChoice[]
  chosenIds: readonly number[]
  /** Somebody who always belongs to it: its buyer. */
  requiredId?: number
  most: number
  mostAdults: number | null
  errors?: readonly string[] | undefined
  /** Chosen by the payer, not at the desk. */
  isOwn: boolean
  onChoose: (ids: readonly number[]) => void
  children?: ReactNode
}) => {
  const id = useId()
  return (
    <div className={styles['members']}>
      <p id={`${id}-hint`}>{messages.limits({ most, mostAdults })}</p>
      <ul role="list" className={styles['people']}>
        {people.map((person) => {
          const isChosen = chosenIds.includes(person.id)
          const isRequired = person.id === requiredId
          return (
            <li key={person.id}>
              <Choice
                type="checkbox"
                checked={isChosen || isRequired}
                disabled={isRequired}
                aria-describedby={`${id}-hint`}
                onChange={() => {
                  onChoose(
                    isChosen ? chosenIds.filter((one) => one !== person.id) : [...chosenIds, person.id],
                  )
                }}
              >
                {messages.person({
                  name: `${person.firstName} ${person.lastName}`,
                  isYou: person.relation === null && isOwn,
                })}
              </Choice>
            </li>
          )
        })}
      </ul>
      {errors === undefined || errors.length === 0 ? null : (
        <p className={styles['errors']} role="alert">
          {errors.join(' ')}
        </p>
      )}
      {children}
    </div>
  )
}
