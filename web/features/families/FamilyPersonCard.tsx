import type { FamilyPerson } from '#contract/families.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/family.ts'
import { signer } from '#messages/shared/guardians.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { ItemCard } from '#web/ui/ItemCard.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './FamilyPersonCard.module.css'
import { InviteForm } from './InviteForm.tsx'
import { StopSharing } from './StopSharing.tsx'

/** One person of the family: what the venue knows of them, and what may be changed. */
export const FamilyPersonCard = ({ person }: { person: FamilyPerson }) => {
  const { firstName, lastName, relation, dateOfBirth, hasLogin, healthShared } = person
  const isSelf = relation === null
  const looksAfterThemselves = hasLogin && !isSelf
  return (
    <ItemCard
      title={`${firstName} ${lastName}`}
      status={
        isSelf ? messages.you : looksAfterThemselves ? messages.ownLogin : messages.relation({ relation })
      }
      colour="plain"
    >
      {dateOfBirth === null ? null : <p>{messages.born({ date: longDate(dateOfBirth) })}</p>}
      {looksAfterThemselves ? (
        <>
          <p>{messages.changesThemselves({ name: firstName })}</p>
          <StopSharing personId={person.id} name={firstName} />
        </>
      ) : healthShared ? (
        <Notes person={person} />
      ) : null}
      {person.mayTakeOver ? (
        <>
          <h3 className={styles['title']}>{messages.handOver({ name: firstName })}</h3>
          <p className={styles['quiet']}>{messages.handOverLead({ name: firstName })}</p>
          <InviteForm
            personId={person.id}
            name={messages.handOver({ name: firstName })}
            label={messages.emailOf({ name: firstName })}
          />
        </>
      ) : null}
      {isSelf || looksAfterThemselves || !healthShared ? null : (
        <>
          <ChildDetails person={person} />
          <StopSharing personId={person.id} name={firstName} isChild />
        </>
      )}
      {healthShared ? (
        <Records person={person} />
      ) : (
        <p className={styles['quiet']}>{messages.awaitsConfirmation}</p>
      )}
    </ItemCard>
  )
}

/** What the person, or who looks after them, has signed and shown. */
const Records = ({ person: { firstName, waivers, proofs } }: { person: FamilyPerson }) => (
  <>
    <h3 className={styles['title']}>{messages.waivers}</h3>
    {waivers.length === 0 ? <p className={styles['quiet']}>{messages.noWaivers}</p> : null}
    <ul role="list">
      {waivers.map(({ name, agreedOn, validUntil, signedBy, signedByRelation }) => (
        <li key={name}>
          {messages.waiver({
            name,
            on: longDate(agreedOn),
            until: validUntil === null ? null : longDate(validUntil),
            person: firstName,
            by: signedBy === null ? null : signer({ name: signedBy, relation: signedByRelation }),
          })}
        </li>
      ))}
    </ul>
    {proofs.length === 0 ? null : (
      <>
        <h3 className={styles['title']}>{messages.proofs}</h3>
        <ul role="list">
          {proofs.map(({ type, validUntil }) => (
            <li key={type}>
              {messages.proof({
                name: nameFromSlug(type),
                until: validUntil === null ? null : longDate(validUntil),
              })}
            </li>
          ))}
        </ul>
      </>
    )}
  </>
)

/** `student-card` to `Student card`. */
const nameFromSlug = (slug: string): string => {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Name and date of birth of a child, which prices and ages of sessions follow. */
const ChildDetails = ({ person }: { person: FamilyPerson }) => {
  const { id: personId, firstName, lastName, dateOfBirth } = person
  const change = useCall(api.families.change)
  const form = useForm(change, ({ text }) => {
    change.send({
      personId,
      firstName: text('firstName'),
      lastName: text('lastName'),
      dateOfBirth: text('dateOfBirth'),
    })
  })
  const { error, validationMessages: errors } = change
  return (
    <details className={styles['details']}>
      <summary>{messages.changeChild}</summary>
      <form
        {...form}
        className={styles['form']}
        aria-label={messages.childOf({ action: messages.changeChild, name: firstName })}
      >
        {error === null || Object.keys(errors).length > 0 ? null : (
          <Notice colour="danger" role="alert" title={messages.problem}>
            <p>{error.message}</p>
          </Notice>
        )}
        <div className={styles['pair']}>
          <TextField
            label={messages.firstName}
            name="firstName"
            autoComplete="off"
            required
            maxLength={80}
            defaultValue={firstName}
            errors={errors['first_name']}
          />
          <TextField
            label={messages.lastName}
            name="lastName"
            autoComplete="off"
            required
            maxLength={80}
            defaultValue={lastName}
            errors={errors['last_name']}
          />
        </div>
        <TextField
          label={messages.dateOfBirth}
          hint={messages.dateOfBirthHint}
          name="dateOfBirth"
          autoComplete="off"
          required
          defaultValue={dateOfBirth === null ? '' : inputDay(dateOfBirth)}
          errors={errors['date_of_birth']}
        />
        <div className={styles['end']}>
          <Button type="submit" variant="secondary" busy={change.requesting}>
            {messages.saveChild}
          </Button>
          <span role="status">{change.succeeded ? messages.saved : ''}</span>
        </div>
      </form>
    </details>
  )
}

/** `27/3/2016` of `2016-03-27`, as people type it. */
const inputDay = (day: string): string => day.split('-').map(Number).toReversed().join('/')

const Notes = ({ person }: { person: FamilyPerson }) => {
  const { id: personId, firstName, medicalNotes, emergencyContactName, emergencyContactPhone } = person
  const change = useCall(api.families.change)
  const form = useForm(change, ({ text }) => {
    change.send({
      personId,
      medicalNotes: text('medicalNotes'),
      emergencyContactName: text('emergencyContactName'),
      emergencyContactPhone: text('emergencyContactPhone'),
    })
  })
  useFormDraft(form.ref, `notes ${personId}`, change.succeeded)
  const { error, validationMessages: errors } = change
  return (
    <form {...form} className={styles['form']} aria-label={messages.notesOf({ name: firstName })}>
      {error === null ? null : (
        <Notice colour="danger" role="alert" title={messages.problem}>
          <p>{error.message}</p>
        </Notice>
      )}
      <TextField
        label={messages.medicalNotes}
        hint={messages.whoSeesNotes}
        name="medicalNotes"
        optional
        maxLength={1000}
        defaultValue={medicalNotes}
        errors={errors['medical_notes']}
      />
      <div className={styles['pair']}>
        <TextField
          label={messages.emergencyContactName}
          name="emergencyContactName"
          autoComplete="off"
          optional
          defaultValue={emergencyContactName}
          errors={errors['emergency_contact_name']}
        />
        <TextField
          label={messages.emergencyContactPhone}
          name="emergencyContactPhone"
          type="tel"
          autoComplete="off"
          optional
          defaultValue={emergencyContactPhone}
          errors={errors['emergency_contact_phone']}
        />
      </div>
      <div className={styles['end']}>
        <Button type="submit" variant="secondary" busy={change.requesting}>
          {messages.save}
        </Button>
        <span role="status">{change.succeeded ? messages.saved : ''}</span>
      </div>
    </form>
  )
}
