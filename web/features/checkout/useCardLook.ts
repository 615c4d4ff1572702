import { useCallback } from 'react'
import { fontFamily, fontFiles } from '#web/platform/fonts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useScreen } from '#web/platform/router.tsx'
import type { CardLook } from './cardFrame.ts'

/** Reads how the page looks, for the provider's frames. */
export const useCardLook = (): (() => CardLook) => {
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
