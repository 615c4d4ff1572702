import { useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import type { MovePayment, MoveTimes } from '#contract/moves.ts'
import { afterCutoff } from '#messages/shared/movePayment.ts'
import * as messages from '#messages/shared/moves.ts'
import { sessionFullTime } from '#messages/shared/dates.ts'
import { api, type ApiError } from '#web/platform/api.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { Empty, Skeleton } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { describeParts } from './describeRefund.ts'
import styles from './BookingDialog.module.css'
import { isToChoose, MoveDay, MoveTimeList, type UrlOfTime } from './MoveTimeList.tsx'

/**
 * The dialog that moves a booking to another time: a day, one of its times with what it pays back, and then the result
 * in the same place.
 */
export const MoveBooking = ({ isByOrder = false, ...props }: MoveProps) => (
  <Modal title={messages.title} onClose={props.onClose} closeLabel={messages.close}>
    <MoveForm {...props} isByOrder={isByOrder} />
  </Modal>
)

type MoveProps = {
  booking: Booking
  /** Where those who cannot pay for a move book a dearer time; without it, it has no link. */
  urlOf?: UrlOfTime | undefined
  /** The order, not an account, is what the caller may see. */
  isByOrder?: boolean
  /** At the desk, which takes the difference by hand. */
  atDesk?: boolean
  /** Continues to the payment of a dearer time, which is held. */
  onToPay?: ((move: MovePayment) => void) | undefined
  onClose: () => void
}

const useMoveTimes = ({ id: bookingId, orderId }: Booking, isByOrder: boolean, date?: string) => {
  const own = useDeferredRead(api.moves.times, { bookingId, date }, { when: !isByOrder })
  const ofOrder = useDeferredRead(
    api.moves.timesOfOrder,
    { completeOrderId: orderId, bookingId, date },
    { when: isByOrder },
  )
  return isByOrder ? ofOrder : own
}

const MoveForm = ({
  booking: current,
  urlOf,
  isByOrder,
  atDesk = false,
  onToPay,
  onClose,
}: MoveProps & { isByOrder: boolean }) => {
  // The page reads the booking anew once it has moved.
  const [booking] = useState(current)
  const [date, setDate] = useState<string>()
  const [chosen, setChosen] = useState<MoveTimes['times'][number]>()
  const [problem, setProblem] = useState<string>()
  const times = useMoveTimes(booking, isByOrder, date)
  const [days, setDays] = useState<readonly string[]>([])
  if (times.data !== undefined && times.data.days.join() !== days.join()) setDays(times.data.days)
  const onFailure = (error: ApiError): void => {
    setProblem(
      messages.stays({
        problem: error.serverMessage ?? messages.failed,
        time: sessionFullTime(booking.item),
      }),
    )
    setChosen(undefined)
    // The place may be gone, or cost something else by now.
    times.refetch()
  }
  const moveOwn = useCall(api.moves.move, { onFailure })
  const moveOfOrder = useCall(api.moves.moveOfOrder, { onFailure })
  const toPay = { onFailure, onSuccess: (move: MovePayment) => onToPay?.(move) }
  const beginOwn = useCall(api.moves.begin, toPay)
  const beginOfOrder = useCall(api.moves.beginOfOrder, toPay)
  const atTheDesk = useCall(api.moves.moveAtDesk, { onFailure })
  const call = isByOrder ? moveOfOrder : moveOwn
  const isBusy = [call, beginOwn, beginOfOrder, atTheDesk].some(({ requesting }) => requesting)
  const isBuyers = booking.isBuyer && !atDesk
  const paysFirst = chosen !== undefined && chosen.surcharge.raw > 0
  if (atTheDesk.data !== undefined) {
    const { booking: moved, paid } = atTheDesk.data
    return <Moved booking={moved} paid={messages.paidMore({ amount: paid.formatted })} onClose={onClose} />
  }
  if (call.data !== undefined) {
    const { booking: moved, refund } = call.data
    return <Moved booking={moved} paid={describeDifference(refund, isBuyers)} onClose={onClose} />
  }

  const { id: bookingId, orderId: completeOrderId } = booking
  const submit = (): void => {
    setProblem(chosen === undefined ? messages.chooseTime : undefined)
    if (chosen === undefined) return
    const to = { bookingId, to: chosen.id, price: chosen.price.raw }
    if (paysFirst && isByOrder) beginOfOrder.send({ completeOrderId, ...to })
    else if (paysFirst) beginOwn.send(to)
    else if (isByOrder) moveOfOrder.send({ completeOrderId, ...to })
    else moveOwn.send(to)
  }
  const { error, statusCode, refetch } = times
  const data = times.data === undefined ? undefined : { ...times.data, atDesk }
  const day = date ?? data?.day?.raw
  return (
    <div className={styles['question']}>
      <BookedNow booking={booking} />
      {day === undefined || days.length < 2 ? null : (
        <MoveDay
          days={days}
          day={day}
          onChoose={(next) => {
            setDate(next)
            setChosen(undefined)
            setProblem(undefined)
          }}
        />
      )}
      {data === undefined && error === null ? <Skeleton lines={5} /> : null}
      {data === undefined && error !== null ? <TimesFailed {...{ error, statusCode, refetch }} /> : null}
      {data === undefined ? null : data.day === null ? (
        <Empty title={messages.noTimes}>
          <p>{messages.noTimesHelp}</p>
        </Empty>
      ) : (
        <MoveTimeList
          found={data}
          booking={booking}
          urlOf={urlOf}
          chosenId={chosen?.id}
          onChoose={(time) => {
            setChosen(time)
            setProblem(undefined)
          }}
        />
      )}
      {chosen === undefined ? null : (
        <div className={styles['result']}>
          <p className={styles['sum']}>{sessionFullTime(chosen)}</p>
          <p>
            {paysFirst
              ? (atDesk ? messages.takeAtDesk : messages.payNow)({ amount: chosen.surcharge.formatted })
              : describeDifference(chosen.refund, isBuyers)}
          </p>
          {chosen.isAfterCutoff ? <p>{afterCutoff}</p> : null}
        </div>
      )}
      {problem === undefined ? null : (
        <Notice colour="danger" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      <div className={styles['buttons']}>
        <Button variant="secondary" onClick={onClose}>
          {messages.keepBooking}
        </Button>
        {data === undefined ||
        data.times.every((time) => !isToChoose(data, time, booking)) ? null : paysFirst && atDesk ? (
          tendersAtDesk.map(({ tenderType, label }) => (
            <Button
              key={tenderType}
              busy={isBusy}
              onClick={() => {
                const { id: to, price } = chosen
                atTheDesk.send({ bookingId, to, price: price.raw, tenderType })
              }}
            >
              {label({ amount: chosen.surcharge.formatted })}
            </Button>
          ))
        ) : (
          <Button busy={isBusy} onClick={submit}>
            {paysFirst
              ? isBusy
                ? messages.holding
                : messages.continueToPayment
              : isBusy
                ? messages.moving
                : messages.moveBooking}
          </Button>
        )}
      </div>
    </div>
  )
}

const tendersAtDesk = [
  { tenderType: 'cash', label: messages.paidInCash },
  { tenderType: 'card_terminal', label: messages.paidByTerminal },
] as const

const describeDifference = (
  { parts }: Pick<MoveTimes['times'][number]['refund'], 'parts'>,
  isBuyers: boolean,
): string => (parts.length === 0 ? messages.noCharge : describeParts(parts, isBuyers))

const BookedNow = ({ booking: { simpleName, item } }: { booking: Booking }) => (
  <div>
    <p className={styles['name']}>{simpleName}</p>
    <p className={styles['quiet']}>
      {messages.now}: {sessionFullTime(item)}
    </p>
  </div>
)

/** A refusal says why the booking stays where it is; anything else can be tried again. */
const TimesFailed = ({
  error,
  statusCode,
  refetch,
}: {
  error: ApiError
  statusCode: number | undefined
  refetch: () => void
}) =>
  statusCode === 409 || statusCode === 410 ? (
    <Notice colour="info">
      <p>{error.serverMessage ?? messages.failed}</p>
    </Notice>
  ) : (
    <ErrorBlock status={statusCode}>
      <Button variant="secondary" onClick={refetch}>
        {messages.retry}
      </Button>
    </ErrorBlock>
  )

const Moved = ({
  booking: { simpleName, item },
  paid,
  onClose,
}: {
  booking: Booking
  /** What was paid or came back, in words. */
  paid: string
  onClose: () => void
}) => {
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    result.current?.focus()
  }, [])
  return (
    <div className={styles['question']}>
      <div ref={result} className={styles['result']} role="status" tabIndex={-1}>
        <p className={styles['name']}>{simpleName}</p>
        <p className={styles['sum']}>{messages.movedTo({ time: sessionFullTime(item) })}</p>
        <p>{paid}</p>
        <p className={styles['quiet']}>{messages.mailed}</p>
      </div>
      <div className={styles['buttons']}>
        <Button onClick={onClose}>{messages.done}</Button>
      </div>
    </div>
  )
}
