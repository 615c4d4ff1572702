import type { StaffMember } from '#contract/staff.ts'
import * as messages from '#messages/desk/staff.ts'
import { SelectField, TextField } from '#web/ui/Field.tsx'

type Errors = Readonly<Record<string, readonly string[] | undefined>>

export const StaffName = ({
  member,
  errors,
}: {
  member?: Pick<StaffMember, 'firstName' | 'lastName'>
  errors: Errors
}) => (
  <>
    <TextField
      label={messages.firstName}
      name="firstName"
      defaultValue={member?.firstName ?? ''}
      maxLength={100}
      autoComplete="off"
      required
      errors={errors['first_name']}
    />
    <TextField
      label={messages.lastName}
      name="lastName"
      defaultValue={member?.lastName ?? ''}
      maxLength={100}
      autoComplete="off"
      required
      errors={errors['last_name']}
    />
  </>
)

export const StaffRights = ({ level, errors }: { level: StaffMember['staffLevel']; errors: Errors }) => (
  <SelectField
    label={messages.rights}
    hint={messages.rightsHelp}
    name="staffLevel"
    defaultValue={level}
    errors={errors['staff_level']}
  >
    <option value="desk">{messages.levels.desk}</option>
    <option value="supervisor">{messages.levels.supervisor}</option>
  </SelectField>
)

export const staffLevelOf = (chosen: string): StaffMember['staffLevel'] =>
  chosen === 'supervisor' ? 'supervisor' : 'desk'
