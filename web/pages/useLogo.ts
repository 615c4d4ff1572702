import { api } from '#web/platform/api.ts'
import { useDeferredRead } from '#web/platform/queries.ts'

/** The venue's logo, or the operator's when the venue's theme is not loaded. */
export const useLogo = (venueSlug: string | undefined): string | null => {
  const ofVenue = useDeferredRead(api.operator.theme, { venue: venueSlug ?? null }, { when: false })
  const ofOperator = useDeferredRead(api.operator.theme, {}, { when: false })
  return (ofVenue.data ?? ofOperator.data)?.themeAppLogo ?? null
}
