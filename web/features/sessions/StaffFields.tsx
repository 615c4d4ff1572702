import { useRef, useState } from 'react'
import { rolesWithSecondFactor, type RoleId } from '#contract/permissions.ts'
import type { GivenRole, StaffMember } from '#contract/staff.ts'
import { roleHelp, roles as roleNames } from '#messages/desk/permissions.ts'
import * as messages from '#messages/desk/staff.ts'
import { api } from '#web/platform/api.ts'
import { useRead } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import styles from './StaffLogins.module.css'

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

type Row = GivenRole & { key: number }

/** The roles of a person while they are edited, a row each. */
export const useRoleRows = (held: readonly GivenRole[]) => {
  const next = useRef(held.length)
  const [rows, setRows] = useState<readonly Row[]>(() => held.map((role, key) => ({ ...role, key })))
  return {
    rows,
    given: rows.map(({ role, venue, instructor }) => ({ role, venue, instructor })),
    add: (role: GivenRole) => {
      const key = next.current
      next.current += 1
      setRows((before) => [...before, { ...role, key }])
    },
    change: (key: number, changed: Partial<GivenRole>) => {
      setRows((before) => before.map((row) => (row.key === key ? { ...row, ...changed } : row)))
    },
    remove: (key: number) => {
      setRows((before) => before.filter((row) => row.key !== key))
    },
  }
}

/** Which roles somebody has, and where. */
export const StaffRoles = ({
  edited: { rows, add, change, remove },
  errors,
}: {
  edited: ReturnType<typeof useRoleRows>
  errors: Errors
}) => {
  const { data: options } = useRead(api.staff.options)
  const firstVenue = options.everywhere ? null : (options.venues[0]?.slug ?? null)
  return (
    <fieldset className={styles['roles']}>
      <legend>{messages.rolesTitle}</legend>
      {rows.map(({ key, role, venue, instructor }, index) => (
        <div key={key} className={styles['role']}>
          <SelectField
            label={messages.role}
            hint={roleHelp[role]}
            name={`role-${key}`}
            value={role}
            errors={errors[`roles.${index}.role`]}
            onChange={({ currentTarget: { value } }) => {
              const chosen = options.roles.find((one) => one === value) ?? role
              change(key, { role: chosen, instructor: null })
            }}
          >
            {optionsOf(options.roles, role).map((one) => (
              <option key={one} value={one}>
                {roleNames[one]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={messages.where}
            name={`venue-${key}`}
            value={venue ?? ''}
            errors={errors[`roles.${index}.venue`]}
            onChange={({ currentTarget: { value } }) => {
              change(key, { venue: value === '' ? null : value })
            }}
          >
            {options.everywhere || venue === null ? <option value="">{messages.everyVenue}</option> : null}
            {options.venues.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </SelectField>
          {role === 'instructor' ? (
            <SelectField
              label={messages.whichInstructor}
              name={`instructor-${key}`}
              value={instructor ?? ''}
              errors={errors[`roles.${index}.instructor`]}
              onChange={({ currentTarget: { value } }) => {
                change(key, { instructor: value === '' ? null : value })
              }}
            >
              <option value="">{messages.chooseInstructor}</option>
              {options.instructors.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectField>
          ) : null}
          {rows.length === 1 ? null : (
            <Button
              variant="text"
              aria-label={messages.removeRole({ role: roleNames[role] })}
              onClick={() => {
                remove(key)
              }}
            >
              {messages.removeRoleShort}
            </Button>
          )}
        </div>
      ))}
      <Button
        variant="secondary"
        onClick={() => {
          add({ role: options.roles[0] ?? 'desk', venue: firstVenue, instructor: null })
        }}
      >
        {messages.addRole}
      </Button>
      {rows.some(({ role }) => rolesWithSecondFactor.includes(role)) ? (
        <p>{messages.secondFactorHelp}</p>
      ) : null}
    </fieldset>
  )
}

/** What is held stays to be chosen, also where the caller could not give it. */
const optionsOf = (roles: readonly RoleId[], held: RoleId): readonly RoleId[] =>
  roles.includes(held) ? roles : [held, ...roles]
