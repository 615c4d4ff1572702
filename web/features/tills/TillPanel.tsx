import { useState } from 'react'
import { formatted } from '#contract/money.ts'
import type { CountedTender } from '#contract/tenders.ts'
import type { MovementKind, TillSession, TillState } from '#contract/tills.ts'
import * as messages from '#messages/desk/tills.ts'
import { dateTime } from '#messages/format.ts'
import { tenders } from '#messages/shared/tenders.ts'
import { api } from '#web/platform/api.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { ReasonDialog } from '#web/platform/ReasonDialog.tsx'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Table, type Column } from '#web/ui/Table.tsx'
import styles from './TillPanel.module.css'

/** The till that this member of staff has chosen: opened with a float, moved cash, counted and closed. */
export const TillPanel = ({ mayReopen }: { mayReopen: boolean }) => {
  const { data: tills } = useDeferredRead(api.tills.list, {}, { when: false })
  const tillId = tills?.current?.id
  const { data: state } = useDeferredRead(
    api.tills.till,
    { tillId: tillId ?? 0 },
    { when: tillId !== undefined },
  )
  if (tills === undefined || tills.tills.length === 0) return null
  if (tillId === undefined)
    return (
      <div className={styles['choose']}>
        <Notice>
          <p>{messages.chooseTill}</p>
        </Notice>
      </div>
    )
  if (state === undefined) return null
  const { till, open, closed, timezone } = state
  const [last] = closed
  return (
    <>
      <Section title={messages.tillTitle({ till: till.name, isOpen: open !== null })}>
        {open === null ? <OpenForm tillId={till.id} /> : <OpenTill state={state} session={open} />}
      </Section>
      {last === undefined || last.zNumber === null ? null : (
        <Section
          title={messages.zTitle({ number: last.zNumber, till: till.name })}
          aside={mayReopen && open === null ? <Reopen tillId={till.id} number={last.zNumber} /> : undefined}
        >
          <SessionSums session={last} timezone={timezone} />
        </Section>
      )}
    </>
  )
}

/** Before the first cash of a day: the till that was chosen is closed, and is opened with what lies in it. */
export const OpenTillFirst = () => {
  const { data: tills } = useDeferredRead(api.tills.list, {}, { when: false })
  const tillId = tills?.current?.id
  const { data: state } = useDeferredRead(
    api.tills.till,
    { tillId: tillId ?? 0 },
    { when: tillId !== undefined },
  )
  if (state === undefined || state.open !== null || state.till.id !== tillId) return null
  return (
    <Notice colour="warning">
      <details>
        <summary className={styles['summary']}>{messages.openFirst({ till: state.till.name })}</summary>
        <OpenForm tillId={state.till.id} />
      </details>
    </Notice>
  )
}

const OpenForm = ({ tillId }: { tillId: number }) => {
  const toasts = useToasts()
  const [typed, setTyped] = useState('')
  const open = useCall(api.tills.open, {
    onSuccess: () => {
      toasts.show({ content: messages.tillOpened, colour: 'success', closeAfter: 5000 })
    },
  })
  const form = useForm(open, () => {
    open.send({ tillId, float: penceFromInput(typed) ?? -1 })
  })
  return (
    <form {...form} className={styles['form']}>
      <FormError error={open.error} />
      <TextField
        label={messages.float}
        hint={messages.floatHint}
        name="float"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        errors={open.validationMessages['float']}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
        }}
      />
      <Button type="submit" size="lg" busy={open.requesting}>
        {messages.openWith({ amount: formatted(penceFromInput(typed) ?? 0) })}
      </Button>
    </form>
  )
}

const OpenTill = ({
  state: { till, timezone },
  session,
}: {
  state: Pick<TillState, 'till' | 'timezone'>
  session: TillSession
}) => (
  <>
    <SessionSums session={session} timezone={timezone} />
    <div className={styles['acts']}>
      <details className={styles['act']}>
        <summary>{messages.closeTill}</summary>
        <CloseForm tillId={till.id} session={session} />
      </details>
      <details className={styles['act']}>
        <summary>{messages.cashMovements}</summary>
        <MovementForm tillId={till.id} />
      </details>
    </div>
  </>
)

type SumOfTender = TillSession['tenders'][number]

const openColumns: readonly Column<SumOfTender>[] = [
  { heading: messages.tender, isRowHeading: true, cell: ({ tenderType }) => tenders[tenderType].total },
  { heading: messages.expected, isFigure: true, cell: ({ expected }) => expected.formatted },
]
const closedColumns: readonly Column<SumOfTender>[] = [
  { heading: messages.counted, isFigure: true, cell: ({ counted }) => counted?.formatted },
  { heading: messages.difference, isFigure: true, cell: ({ difference }) => difference?.formatted },
]

/** What should be there by tender, and what was counted. */
const SessionSums = ({ session, timezone }: { session: TillSession; timezone: string }) => {
  const { openedAt, openedBy, closedAt, closedBy, float, movements, tenders: rows, reason } = session
  const at = (instant: string): string => dateTime({ at: new Date(instant), zone: timezone })
  return (
    <>
      <p className={styles['quiet']}>
        {messages.openedBy({ name: openedBy.name, at: at(openedAt) })}
        {closedAt === null
          ? null
          : ` · ${messages.closedBy({ name: closedBy?.name ?? '', at: at(closedAt) })}`}
        {reason === '' ? null : ` · ${messages.reason}: ${reason}`}
      </p>
      <div className={styles['sums']}>
        <Table
          name={messages.tender}
          form="stack"
          columns={closedAt === null ? openColumns : [...openColumns, ...closedColumns]}
          rows={rows}
          rowKey={({ tenderType }) => tenderType}
        />
      </div>
      <ul className={styles['movements']}>
        <li>
          {messages.float}: {float.formatted}
        </li>
        {movements.map(({ id, kind, amount, reference, name, at: movedAt }) => (
          <li key={id}>
            {messages.saveMovement({ kind: messages.movementKinds[kind], amount: amount.formatted })}
            {reference === '' ? null : ` · ${reference}`} · {name}, {at(movedAt)}
          </li>
        ))}
      </ul>
    </>
  )
}

const MovementForm = ({ tillId }: { tillId: number }) => {
  const toasts = useToasts()
  const [typed, setTyped] = useState('')
  const [kind, setKind] = useState<MovementKind>('banking')
  const move = useCall(api.tills.move, {
    onSuccess: () => {
      toasts.show({ content: messages.movementSaved, colour: 'success', closeAfter: 5000 })
      setTyped('')
      form.ref.current?.reset()
    },
  })
  const form = useForm(move, ({ text }) => {
    move.send({ tillId, kind, amount: penceFromInput(typed) ?? -1, reference: text('reference') })
  })
  return (
    <form {...form} className={styles['form']}>
      <FormError error={move.error} />
      <SelectField
        label={messages.movementKind}
        name="kind"
        value={kind}
        onChange={(event) => {
          setKind(event.currentTarget.value as MovementKind)
        }}
      >
        {Object.entries(messages.movementKinds).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={messages.amount}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        errors={move.validationMessages['amount']}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
        }}
      />
      <TextField
        label={messages.reference}
        name="reference"
        autoComplete="off"
        errors={move.validationMessages['reference']}
      />
      <Button type="submit" size="lg" busy={move.requesting}>
        {messages.saveMovement({
          kind: messages.movementKinds[kind],
          amount: formatted(penceFromInput(typed) ?? 0),
        })}
      </Button>
    </form>
  )
}

const CloseForm = ({ tillId, session }: { tillId: number; session: TillSession }) => {
  const toasts = useToasts()
  const [typed, setTyped] = useState<Partial<Record<CountedTender, string>>>({})
  const countedOf = (tenderType: CountedTender): number => penceFromInput(typed[tenderType] ?? '') ?? 0
  const close = useCall(api.tills.close, {
    onSuccess: ({ closed }) => {
      toasts.show({
        content: messages.tillClosed({ number: closed[0]?.zNumber ?? 0 }),
        colour: 'success',
        closeAfter: 10000,
      })
    },
  })
  const form = useForm(close, ({ text }) => {
    const counts = session.tenders.map(({ tenderType }) => ({ tenderType, counted: countedOf(tenderType) }))
    close.send({ tillId, counts, reason: text('reason') })
  })
  const differences = session.tenders.map(({ tenderType, expected }) => countedOf(tenderType) - expected.raw)
  const sumOf = (some: readonly number[]): string | null =>
    some.length === 0 ? null : formatted(Math.abs(some.reduce((sum, one) => sum + one, 0)))
  return (
    <form {...form} className={styles['form']}>
      <FormError error={close.error} />
      {session.tenders.map(({ tenderType, expected }) => (
        <TextField
          key={tenderType}
          label={tenders[tenderType].total}
          hint={messages.countHint({ amount: expected.formatted })}
          name={tenderType}
          inputMode="decimal"
          autoComplete="off"
          value={typed[tenderType] ?? ''}
          onInput={(event) => {
            setTyped({ ...typed, [tenderType]: event.currentTarget.value })
          }}
        />
      ))}
      <TextField
        label={messages.reason}
        hint={messages.reasonHint}
        name="reason"
        autoComplete="off"
        optional
        errors={close.validationMessages['reason']}
      />
      <Button type="submit" size="lg" busy={close.requesting}>
        {messages.closeWith({
          short: sumOf(differences.filter((difference) => difference < 0)),
          over: sumOf(differences.filter((difference) => difference > 0)),
        })}
      </Button>
    </form>
  )
}

const Reopen = ({ tillId, number }: { tillId: number; number: number }) => {
  const [isAsking, setIsAsking] = useState(false)
  const reopen = useCall(api.tills.reopen, {
    onSuccess: () => {
      setIsAsking(false)
    },
  })
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          setIsAsking(true)
        }}
      >
        {messages.reopen}
      </Button>
      {isAsking ? (
        <ReasonDialog
          title={messages.reopenTitle({ number })}
          reasonLabel={messages.reason}
          label={messages.reopen}
          call={reopen}
          onReason={(reason) => {
            reopen.send({ tillId, reason })
          }}
          onClose={() => {
            setIsAsking(false)
          }}
        >
          {messages.reopenText}
        </ReasonDialog>
      ) : null}
    </>
  )
}
