import { useCallback } from 'react'
import type { FrameLook } from '#contract/paymentFrames.ts'
import { fontFamily, fontFiles } from '#web/platform/fonts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useScreen } from '#web/platform/router.tsx'

/** Reads how the page looks, for the provider's frames. */
export const useCardLook = (): (() => FrameLook) => {
  const { basePath } = usePageContext()
  const { themeAppBodyFontStyle: bodyFont } = useScreen().frame.theme
  return useCallback(() => {
    const style = getComputedStyle(document.documentElement)
    return {
      fontFamily: fontFamily(bodyFont),
      fontSize: style.fontSize,
      focus: style.getPropertyValue('--focus'),
      fonts: fontFiles(bodyFont, `${location.origin}${basePath}`),
    }
  }, [basePath, bodyFont])
}
