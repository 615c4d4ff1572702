import { api } from '#web/platform/api.ts'
import { useDeferredRead } from '#web/platform/queries.ts'

/** The venue's logo, or the operator's when the venue's theme is not loaded. `name` is null for the operator's. */
export const useLogo = (
  venueSlug: string | undefined,
): { address: string; name: string | null } | undefined => {
  const ofVenue = useDeferredRead(api.operator.theme, { venue: venueSlug ?? null }, { when: false })
  const ofOperator = useDeferredRead(api.operator.theme, {}, { when: false })
  const theme = ofVenue.data ?? ofOperator.data
  return theme?.themeAppLogo == null
    ? undefined
    : { address: theme.themeAppLogo, name: theme.themeAppLogoName }
}
