import { usePageContext } from './pageContext.tsx'

/** What was typed into the refused form of this call, by field, where the browser has no script. */
export const useSubmittedValues = ({ path }: { path: string }): ((name: string) => string | undefined) => {
  const { submitted } = usePageContext()
  return (name) => (submitted?.path === path ? (submitted.values.get(name) ?? undefined) : undefined)
}
