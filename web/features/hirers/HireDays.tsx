import type { HireDay } from '#contract/hireTypes.ts'
import * as messages from '#messages/desk/hirers.ts'
import { SelectField } from '#web/ui/Field.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import type { BadgeColour } from '#web/ui/Layout.tsx'
import { Table } from '#web/ui/Table.tsx'
import styles from './Hirers.module.css'

export type Decision = {
  day: string
  locationId: number
  act: 'other_place' | 'leave_out' | 'call_off'
  otherId?: number
}

const colours: Readonly<Record<HireDay['state'], BadgeColour>> = {
  free: 'success',
  taken: 'danger',
  decided: 'info',
  closed: 'warning',
  excepted: 'plain',
}

/** Each date of a hire: whether its place is free, who has it, and what becomes of it. */
export const HireDays = ({
  days,
  decisions,
  onDecide,
}: {
  days: readonly HireDay[]
  decisions: readonly Decision[]
  onDecide: (decision: Decision | null, key: { day: string; locationId: number }) => void
}) => (
  <Table
    name={messages.dates}
    form="stack"
    rows={days}
    rowKey={({ date, locationId }) => `${date.raw} ${locationId}`}
    columns={[
      {
        heading: messages.dateColumn,
        isRowHeading: true,
        cell: ({ date }) => messages.day({ day: date.raw }),
      },
      { heading: messages.placeColumn, cell: ({ place, otherPlace }) => otherPlace?.name ?? place },
      {
        heading: messages.stateColumn,
        isWide: true,
        cell: ({ state, takenBy, reason }) => (
          <>
            <Badge colour={colours[state]}>{messages.dayStates[state]}</Badge>{' '}
            {state === 'taken' && takenBy.length === 0 ? messages.takenByItself : reason}
            {takenBy.map((occupant, nth) => (
              <span key={nth} className={styles['occupant']}>
                {messages.occupant(occupant)}
              </span>
            ))}
          </>
        ),
      },
      {
        heading: messages.decisionColumn,
        cell: (day) =>
          day.state === 'taken' || day.state === 'decided' ? (
            <DecisionField day={day} decisions={decisions} onDecide={onDecide} />
          ) : null,
      },
    ]}
  />
)

const DecisionField = ({
  day: { date, locationId, others, takenBy },
  decisions,
  onDecide,
}: {
  day: HireDay
  decisions: readonly Decision[]
  onDecide: (decision: Decision | null, key: { day: string; locationId: number }) => void
}) => {
  const key = { day: date.raw, locationId }
  const decision = decisions.find((one) => one.day === key.day && one.locationId === locationId)
  const canBeCalledOff = takenBy.length > 0 && takenBy.every((one) => one.canBeCalledOff)
  return (
    <SelectField
      label={
        <span className="visually-hidden">
          {messages.decisionOf({ day: messages.day({ day: date.raw }) })}
        </span>
      }
      value={decision === undefined ? '' : (decision.otherId ?? decision.act)}
      onChange={({ currentTarget: { value } }) => {
        if (value === '') onDecide(null, key)
        else if (value === 'leave_out' || value === 'call_off') onDecide({ ...key, act: value }, key)
        else onDecide({ ...key, act: 'other_place', otherId: Number(value) }, key)
      }}
    >
      <option value="">{messages.decide}</option>
      <option value="leave_out">{messages.leaveOut}</option>
      {canBeCalledOff ? <option value="call_off">{messages.callOff}</option> : null}
      {others.map(({ id, name }) => (
        <option key={id} value={id}>
          {messages.elsewhere({ place: name })}
        </option>
      ))}
    </SelectField>
  )
}
