import type { ApiError } from './api.ts'

/** A form that a browser without script has posted and the API has refused: the page is rendered again with it. */
export type SubmittedForm = {
  /** The path of its call. */
  path: string
  values: URLSearchParams
  error: ApiError
}
