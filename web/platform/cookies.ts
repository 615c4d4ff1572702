/**
 * Cookies with one interface on both sides: the request's `Cookie` and `Set-Cookie` headers on the server,
 * `document.cookie` in the browser. The login token is HttpOnly and not among them.
 */
export type Cookies = {
  get: (name: string) => string | undefined
  /** Without `maxAge` (seconds) it is a session cookie; 0 removes it. */
  set: (name: string, value: string, options?: { maxAge?: number }) => void
  names: () => string[]
}

const parseCookies = (header: string): Map<string, string> => {
  const cookies = new Map<string, string>()
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at < 0) continue
    const name = part.slice(0, at).trim()
    if (!cookies.has(name)) cookies.set(name, decodeCookieValue(part.slice(at + 1).trim()))
  }
  return cookies
}

const decodeCookieValue = (value: string): string => {
  const bare = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

const setCookieHeaders = (
  name: string,
  value: string,
  path: string,
  { secure, framed }: { secure: boolean; framed: boolean },
  maxAge: number | undefined,
): string =>
  // In a frame of another site, browsers accept partitioned cookies only.
  `${name}=${encodeURIComponent(value)}; Path=${path}; SameSite=${framed ? 'None' : 'Lax'}` +
  (maxAge === undefined ? '' : `; Max-Age=${maxAge}`) +
  (secure || framed ? '; Secure' : '') +
  (framed ? '; Partitioned' : '')

/** The cookies of one request. `setCookieHeaders()` returns the `Set-Cookie` values for its response. */
export const requestCookies = (
  header: string,
  { path, secure, framed = false }: { path: string; secure: boolean; framed?: boolean },
): Cookies & { setCookieHeaders: () => string[] } => {
  const jar = parseCookies(header)
  const out = new Map<string, string>()
  return {
    get: (name) => jar.get(name),
    names: () => [...jar.keys()],
    set: (name, value, { maxAge } = {}) => {
      if (jar.get(name) === value && maxAge !== 0) return
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, value)
      out.set(name, setCookieHeaders(name, value, path, { secure, framed }, maxAge))
    },
    setCookieHeaders: () => [...out.values()],
  }
}

export const documentCookies = ({ path, framed = false }: { path: string; framed?: boolean }): Cookies => ({
  get: (name) => parseCookies(document.cookie).get(name),
  names: () => [...parseCookies(document.cookie).keys()],
  set: (name, value, { maxAge } = {}) => {
    document.cookie = setCookieHeaders(
      name,
      value,
      path,
      { secure: location.protocol === 'https:', framed },
      maxAge,
    )
  },
})
