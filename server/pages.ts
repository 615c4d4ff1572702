/** The renderer in web/, with its types as the server sees them (docs/decisions/0008). */

export type PageRequest = {
  site: string
  url: string
  basePath: string
  cookie: string
  fetchApi: (request: Request) => Promise<Response>
  /** The fields of a form that a browser without script has posted to the URL. */
  form?: URLSearchParams
  report: (error: unknown) => void
}

export type RenderedPage = {
  status: number
  headers: [name: string, value: string][]
  html: string
  styleHashes: string[]
  scriptHashes: string[]
}

export type RenderPage = (request: PageRequest) => Promise<RenderedPage>

type Manifest = Readonly<
  Record<string, { file: string; css?: readonly string[]; imports?: readonly string[]; isEntry?: boolean }>
>

export type CreateRenderer = (
  settings:
    | { manifest: Manifest; readAsset: (file: string) => string }
    | { development: { head: string; script: string } },
) => RenderPage
