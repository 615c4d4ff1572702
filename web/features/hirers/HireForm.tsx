import { useEffect, useState } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import type { Hirer } from '#contract/hireTypes.ts'
import type { hirers } from '#contract/hirers.ts'
import * as messages from '#messages/desk/hirers.ts'
import { api } from '#web/platform/api.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { VenueField } from '#web/platform/VenueField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { LongTextField } from '#web/ui/LongTextField.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import { HireDays } from './HireDays.tsx'
import type { Decision } from './HireDays.tsx'
import { InvoicingField, invoicingOf } from './InvoicingField.tsx'
import styles from './Hirers.module.css'

type Exception = { from: string; until: string }

/** What is asked about, as it is typed. */
type Typed = {
  locationIds: readonly number[]
  weekdays: readonly number[]
  start: string
  end: string
  from: string
  until: string
  except: readonly Exception[]
  priceBy: 'hour' | 'date'
  price: string
}

const nothing: Typed = {
  locationIds: [],
  weekdays: [],
  start: '',
  end: '',
  from: '',
  until: '',
  except: [],
  priceBy: 'hour',
  price: '',
}

type Wanted = Sent<(typeof hirers)['preview']>

const timeFields = [
  { field: 'start', label: messages.start },
  { field: 'end', label: messages.end },
] as const

const dayFields = [
  { field: 'from', label: messages.from },
  { field: 'until', label: messages.until },
] as const

/** Typing a date changes it with every digit. */
const checkAfterMs = 400

const wantedOf = (
  hirer: Hirer,
  venue: string,
  { price, except, ...typed }: Typed,
  decisions: readonly Decision[],
): Wanted | null => {
  const pence = penceFromInput(price)
  const { locationIds, weekdays, start, end, from, until } = typed
  const isComplete =
    locationIds.length > 0 && weekdays.length > 0 && [start, end, from, until].every((value) => value !== '')
  if (!isComplete || pence === null) return null
  return {
    ...typed,
    hirerId: hirer.id,
    venue,
    locationIds: [...locationIds],
    weekdays: [...weekdays],
    except: except.filter((one) => one.from !== '' && one.until !== ''),
    price: pence,
    decisions: [...decisions],
  }
}

/** Lets places on some days. Each date is checked as it is typed, and the button says what it does. */
export const HireForm = ({
  hirer,
  venue: firstVenue,
  onHired,
}: {
  hirer: Hirer
  venue: string
  onHired: () => void
}) => {
  const [venue, setVenue] = useState(firstVenue)
  const [typed, setTyped] = useState(nothing)
  const [decisions, setDecisions] = useState<readonly Decision[]>([])
  const [isProvisional, setProvisional] = useState(false)
  const { data } = useDeferredRead(api.hirers.places, { venue })
  const set = (change: Partial<Typed>) => {
    setTyped({ ...typed, ...change })
  }
  const wanted = wantedOf(hirer, venue, typed, decisions)
  const question = wanted === null ? '' : JSON.stringify(wanted)
  const preview = useCall(api.hirers.preview)
  const toasts = useToasts()
  const hire = useCall(api.hirers.hire, {
    onSuccess: () => {
      toasts.show({
        content: messages.hired({ lets: preview.data?.lets ?? 0 }),
        colour: 'success',
        closeAfter: 5000,
      })
      onHired()
    },
    onFailure: ({ code }) => {
      if (wanted !== null && (code === 'effect_changed' || code === 'floor_taken')) preview.send(wanted)
    },
  })
  const { send, reset } = preview
  useEffect(() => {
    if (question === '') {
      reset()
      return
    }
    const timer = setTimeout(() => {
      send(JSON.parse(question) as Wanted)
    }, checkAfterMs)
    return () => {
      clearTimeout(timer)
    }
    // Checked again when something else is wanted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [question])
  const effect = wanted === null ? undefined : preview.data
  const errorsOf = (field: string) => hire.validationMessages[field] ?? preview.validationMessages[field]
  const form = useForm(hire, ({ text }) => {
    if (wanted === null || effect === undefined) return
    hire.send({
      ...wanted,
      name: text('name'),
      deposit: penceFromInput(text('deposit')) ?? 0,
      nominalCode: text('nominalCode'),
      invoicing: invoicingOf(text('invoicing')),
      note: text('note'),
      lapsesOn: text('lapsesOn'),
      digest: effect.digest,
    })
  })
  return (
    <form {...form} className={styles['form']}>
      <FormError error={hire.error ?? preview.error} />
      <div className={styles['fields']}>
        <TextField
          label={messages.what}
          name="name"
          maxLength={120}
          autoComplete="off"
          errors={errorsOf('name')}
        />
        <VenueField
          label={messages.venue}
          name="venue"
          selected={firstVenue}
          onChosen={(slug) => {
            setVenue(slug)
            set({ locationIds: [] })
          }}
        />
      </div>
      <Ticks
        legend={messages.places}
        options={(data?.places ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        chosen={typed.locationIds}
        onChange={(locationIds) => {
          set({ locationIds })
        }}
      />
      <Ticks
        legend={messages.days}
        options={messages.weekdays.map(({ value, long }) => ({ value, label: long }))}
        chosen={typed.weekdays}
        onChange={(weekdays) => {
          set({ weekdays })
        }}
      />
      <div className={styles['times']}>
        {timeFields.map(({ field, label }) => (
          <TextField
            key={field}
            label={label}
            name={field}
            type="time"
            value={typed[field]}
            onChange={({ currentTarget: { value } }) => {
              set({ [field]: value })
            }}
            errors={errorsOf(field)}
          />
        ))}
        {dayFields.map(({ field, label }) => (
          <TextField
            key={field}
            label={label}
            name={field}
            type="date"
            value={typed[field]}
            onChange={({ currentTarget: { value } }) => {
              set({ [field]: value })
            }}
            errors={errorsOf(field)}
          />
        ))}
        <TextField
          label={messages.price}
          name="price"
          inputMode="decimal"
          autoComplete="off"
          value={typed.price}
          onChange={({ currentTarget: { value } }) => {
            set({ price: value })
          }}
          errors={
            typed.price !== '' && penceFromInput(typed.price) === null
              ? [messages.priceNeeded]
              : errorsOf('price')
          }
        />
        <SelectField
          label={messages.priceBy}
          name="priceBy"
          value={typed.priceBy}
          onChange={({ currentTarget: { value } }) => {
            set({ priceBy: value === 'date' ? 'date' : 'hour' })
          }}
        >
          <option value="hour">{messages.priceBys.hour}</option>
          <option value="date">{messages.priceBys.date}</option>
        </SelectField>
      </div>
      <InvoicingField selected="monthly" errors={errorsOf('invoicing')} />
      <Exceptions
        except={typed.except}
        onChange={(except) => {
          set({ except })
        }}
      />
      <details>
        <summary className={styles['summary']}>{messages.more}</summary>
        <div className={styles['more']}>
          <div className={styles['fields']}>
            <TextField
              label={messages.deposit}
              name="deposit"
              inputMode="decimal"
              autoComplete="off"
              optional
              errors={errorsOf('deposit')}
            />
            <TextField
              label={messages.nominalCode}
              name="nominalCode"
              maxLength={20}
              autoComplete="off"
              optional
              errors={errorsOf('nominalCode')}
            />
            <TextField
              label={messages.lapsesOn}
              hint={messages.lapsesOnHint}
              name="lapsesOn"
              type="date"
              optional
              onChange={({ currentTarget: { value } }) => {
                setProvisional(value !== '')
              }}
              errors={errorsOf('lapsesOn')}
            />
          </div>
          <LongTextField label={messages.note} name="note" rows={2} maxLength={1000} />
        </div>
      </details>
      <div role="status" className={styles['effect']}>
        {wanted === null ? (
          <p>{messages.choose}</p>
        ) : effect === undefined ? (
          preview.error === null ? (
            <>
              <p className="visually-hidden">{messages.loading}</p>
              <Skeleton lines={4} />
            </>
          ) : null
        ) : (
          <>
            {effect.lets === 0 ? null : (
              <p className={styles['strong']}>
                {messages.summary({ ...effect, total: effect.total.formatted })}
              </p>
            )}
            {effect.undecided === 0 ? null : <p>{messages.undecided({ count: effect.undecided })}</p>}
            {effect.calledOff === 0 ? null : (
              <p>
                {messages.callsOff({ ...effect, refund: effect.refundTotal.formatted })} {messages.grace}
              </p>
            )}
          </>
        )}
      </div>
      {effect === undefined ? null : (
        <HireDays
          days={effect.days}
          decisions={decisions}
          onDecide={(decision, key) => {
            const others = decisions.filter((one) => one.day !== key.day || one.locationId !== key.locationId)
            setDecisions(decision === null ? others : [...others, decision])
          }}
        />
      )}
      <div className={styles['buttons']}>
        <Button
          type="submit"
          size="lg"
          busy={hire.requesting}
          disabled={effect === undefined || preview.requesting || effect.undecided > 0 || effect.lets === 0}
        >
          {messages.confirmNow({
            lets: effect?.lets ?? 0,
            isProvisional,
            calledOff: effect?.calledOff ?? 0,
            refund:
              effect === undefined || effect.refundTotal.raw === 0 ? null : effect.refundTotal.formatted,
            write: (effect?.reach.emailed ?? 0) + (effect?.reach.byPartner ?? 0),
            ring: effect?.reach.toRing ?? 0,
          })}
        </Button>
        <Button variant="secondary" size="lg" onClick={onHired}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  )
}

const Ticks = ({
  legend,
  options,
  chosen,
  onChange,
}: {
  legend: string
  options: readonly { value: number; label: string }[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}) => (
  <fieldset className={styles['ticks']}>
    <legend>{legend}</legend>
    {options.map(({ value, label }) => (
      <CheckField
        key={value}
        checked={chosen.includes(value)}
        onChange={({ currentTarget: { checked } }) => {
          onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))
        }}
      >
        {label}
      </CheckField>
    ))}
  </fieldset>
)

const Exceptions = ({
  except,
  onChange,
}: {
  except: readonly Exception[]
  onChange: (except: Exception[]) => void
}) => {
  const change = (index: number, value: Partial<Exception>) => {
    onChange(except.map((one, nth) => (nth === index ? { ...one, ...value } : one)))
  }
  return (
    <div className={styles['exceptions']}>
      {except.map(({ from, until }, index) => (
        <div key={index} className={styles['exception']}>
          <TextField
            label={messages.exceptFrom({ nth: index + 1 })}
            type="date"
            value={from}
            onChange={({ currentTarget: { value } }) => {
              change(index, { from: value })
            }}
          />
          <TextField
            label={messages.exceptUntil({ nth: index + 1 })}
            type="date"
            value={until}
            onChange={({ currentTarget: { value } }) => {
              change(index, { until: value })
            }}
          />
          <Button
            variant="text"
            size="lg"
            aria-label={messages.removeExceptionOf({ nth: index + 1 })}
            onClick={() => {
              onChange(except.filter((_, nth) => nth !== index))
            }}
          >
            {messages.removeException}
          </Button>
        </div>
      ))}
      <Button
        variant="secondary"
        onClick={() => {
          onChange([...except, { from: '', until: '' }])
        }}
      >
        {messages.addException}
      </Button>
    </div>
  )
}
