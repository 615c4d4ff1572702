import type { ReactNode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'

/**
 * Hydrates the page that the server has rendered. Without one of its scripts the browser's page differs from it, which
 * React takes for a fault, so that it is rendered anew.
 */
export const mountPage = (
  root: HTMLElement,
  page: ReactNode,
  { isWhole, report }: { isWhole: boolean; report: (error: unknown) => void },
): Root => {
  const options = { onRecoverableError: report }
  if (isWhole) return hydrateRoot(root, page, options)
  const react = createRoot(root, options)
  react.render(page)
  return react
}
