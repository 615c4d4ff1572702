import type { BookableSlot } from '#contract/shapes.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { hoursShown, isBookable, priceInWords } from './availability.ts'
import { dayInWords } from './days.ts'
import { Facts } from './Facts.tsx'
import styles from './panels.module.css'
import { PanelState } from './PanelState.tsx'
import { JoinWaitlist, mayWait, RowAction, useRow } from './RowAction.tsx'
import { useTimetable } from './timetableContext.ts'
import { useChoice } from './useChoice.tsx'

/** One class, or one court at one hour. */
export const OccurrencePanel = ({
  item,
  closeTo,
  onClose,
}: {
  item: BookableSlot
  closeTo: string
  onClose: () => void
}) => {
  const { basketTo, people } = useTimetable()
  const { state, told, failure } = useRow(item)
  const { chosen, questions } = useChoice(item.pricingOptions, item)
  const isMine = state.is === 'in-basket'
  // In one's own basket or booked, and still to be had for somebody else.
  const forAnother =
    !isBookable(state) && people.length > 1 && item.actionToShow.otherActions.includes('BOOK')
  const forAnotherToWait =
    !mayWait(state) && people.length > 1 && item.actionToShow.otherActions.includes('JOIN_WAITLIST')
  return (
    <SidePanel
      title={item.name}
      above={`${dayInWords(item.date.raw)}, ${hoursShown(item)}`}
      closeTo={closeTo}
      onClose={onClose}
      Link={Link}
      foot={
        <div className={styles['foot']}>
          <p className={styles['sum']}>
            <span className={styles['amount']}>{priceInWords(chosen.price)}</span>
            {chosen.price.explanation === null ? null : (
              <span className={styles['quiet']}>{chosen.price.explanation}</span>
            )}
          </p>
          <div className={styles['buttons']}>
            <RowAction item={item} state={state} chosen={chosen} />
            {forAnother ? (
              <RowAction
                item={item}
                state={{ is: 'free', left: item.spaces, hasStarted: false }}
                chosen={chosen}
              />
            ) : null}
            {forAnotherToWait ? <JoinWaitlist item={item} words={told.words} chosen={chosen} /> : null}
            {isMine ? (
              <Link className={buttonClass()} to={basketTo}>
                View basket
              </Link>
            ) : null}
          </div>
          {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
        </div>
      }
    >
      <PanelState item={item} state={state} told={told} />
      <Facts item={item} />
      {isBookable(state) || mayWait(state) || forAnother || forAnotherToWait ? questions : null}
    </SidePanel>
  )
}
