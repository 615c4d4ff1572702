import type { ApiError } from './api.ts'
import { usePageContext } from './pageContext.tsx'

/** A form that a browser without script has posted and the API has refused: the page is rendered again with it. */
export type SubmittedForm = {
  /** The path of its call. */
  path: string
  values: URLSearchParams
  error: ApiError
}

/** What was typed into the refused form of this call, by field. */
export const useSubmittedValues = ({ path }: { path: string }): ((name: string) => string | undefined) => {
  const { submitted } = usePageContext()
  return (name) => (submitted?.path === path ? (submitted.values.get(name) ?? undefined) : undefined)
}
