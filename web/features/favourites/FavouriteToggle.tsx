import { favouriteKey, type FavouriteRef } from '#contract/favouriteKeys.ts'
import * as messages from '#messages/shared/favourites.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './FavouriteToggle.module.css'
import { Heart } from './Heart.tsx'
import { useFavourites } from './useFavourites.ts'

/** Adds to the favourites, or removes from them. Nothing at a kiosk, which others use next, and at the desk. */
export const FavouriteToggle = (props: ToggleProps) => {
  const { site, channel } = usePageContext()
  return site === 'bookings' && channel.sharedDevice === undefined ? <Toggle {...props} /> : null
}

type ToggleProps = {
  favourite: FavouriteRef
  name: string
  /** `''` for an instructor. */
  venueName: string
  /** Whether the name is already above the button; it is then for screen readers alone. */
  isNamed?: boolean
  /** On a dark banner. */
  onDark?: boolean
  /** On narrow screens only the heart is visible. */
  isCompact?: boolean
}

const Toggle = ({
  favourite,
  name,
  venueName,
  isNamed = false,
  onDark = false,
  isCompact = false,
}: ToggleProps) => {
  const { has, change } = useFavourites()
  const key = favouriteKey(favourite)
  const isOn = has(key) === true
  const label = (message: string) => (
    <RichText
      message={message}
      name={isNamed ? <span className="visually-hidden"> {name}</span> : <> {name}</>}
    />
  )
  return (
    <Button
      variant="secondary"
      className={[styles['toggle'], onDark ? styles['dark'] : '', isCompact ? styles['compact'] : ''].join(
        ' ',
      )}
      onClick={() => void change({ key, name, venueName }, !isOn)}
    >
      <Heart isOn={isOn} />
      <span className={styles['label']}>{label(isOn ? messages.remove : messages.add)}</span>
    </Button>
  )
}
