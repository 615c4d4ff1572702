import * as messages from '#messages/shared/attendees.ts'
import { useBuyer } from '#web/platform/buyer.ts'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { fullName } from './attendeeLines.ts'
import styles from './Attendees.module.css'
import type { AttendeesDraft } from './attendeesDraft.ts'
import type { FieldErrors } from './attendeeValidation.ts'
import { ErrorTarget } from './ErrorTarget.tsx'
import { guardianRelations } from './guardian.ts'

/** The adult who signs for everyone under 18, given once for all of them. */
export const GuardianFields = ({
  minors,
  values,
  errors,
}: {
  minors: readonly string[]
  values: AttendeesDraft['values']
  errors: FieldErrors
}) => {
  const customer = useBuyer()
  // A customer who is under 18 themselves does not sign.
  const adult = customer === null || minors.includes(customer.firstName) ? null : customer
  const value = (name: string, otherwise: string): string => {
    const typed = values[name]
    return typeof typed === 'string' && typed !== '' ? typed : otherwise
  }
  return (
    <Card className={styles['line']} role="group" aria-labelledby="guardian">
      <header className={styles['top']}>
        <h2 id="guardian">{messages.guardian}</h2>
        <p className={styles['quiet']}>{messages.guardianLead({ names: minors })}</p>
      </header>
      <div className={styles['names']}>
        <ErrorTarget name="guardian.name">
          <TextField
            name="guardian.name"
            label={messages.guardianName}
            hint={messages.guardianOnce}
            autoComplete="name"
            required
            maxLength={160}
            defaultValue={value('guardian.name', adult === null ? '' : fullName(adult))}
            errors={errors['guardian.name']}
          />
        </ErrorTarget>
        <ErrorTarget name="guardian.relation">
          <SelectField
            name="guardian.relation"
            label={messages.guardianRelation}
            required
            defaultValue={value('guardian.relation', adult === null ? '' : 'parent')}
            errors={errors['guardian.relation']}
          >
            <option value="">{messages.chooseRelation}</option>
            {guardianRelations.map((relation) => (
              <option key={relation} value={relation}>
                {messages.guardianRelations[relation]}
              </option>
            ))}
          </SelectField>
        </ErrorTarget>
      </div>
    </Card>
  )
}
