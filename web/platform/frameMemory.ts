import type { FrameData, Screen } from './page.ts'

/**
 * Remembers the last theme and operator's name of each venue and site, for error pages while they cannot be read: the
 * full-page error then stands in the colours that the visitor knows (B04, B07).
 */
export const createFrameMemory = () => {
  const frames = new Map<string, Pick<FrameData, 'theme' | 'operatorName'>>()
  return (siteName: string, screen: Screen): Screen => {
    const { frame } = screen
    const keys = [`${siteName} ${frame.venueSlug ?? ''}`, `${siteName} `]
    if (frame.blocked === undefined) {
      // Venues are few; the limit is for invented slugs.
      if (frames.size > 5000) frames.clear()
      for (const key of keys) if (key === keys[0] || !frames.has(key)) frames.set(key, frame)
      return screen
    }
    const cached = frame.blocked === 'failed' ? keys.map((key) => frames.get(key)).find(Boolean) : undefined
    if (cached === undefined) return screen
    const { theme, operatorName } = cached
    return {
      ...screen,
      title: operatorName === '' ? screen.title : `${screen.title} – ${operatorName}`,
      frame: { ...frame, theme },
    }
  }
}
