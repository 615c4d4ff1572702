/*
 * Normal forms of values that tell people and things apart. Whoever compares or stores such a value has it in this form,
 * so that it never counts as two: fields.ts gives it to what callers send, files/fields.ts to what operators import, and
 * the database refuses any other (migration 0071).
 */

/** Characters that show nothing: controls, formats, fillers, variation selectors, unassigned and private ones. */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Compatibility forms of letters and digits as the ordinary ones, each run of white space as one space. */
const visible = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/\p{White_Space}+/gu, ' ')
    .replaceAll(invisible, '')
    .replaceAll(/ {2,}/g, ' ')
    .normalize('NFKC')
    .trim()

const withoutSpaces = (typed: string): string => visible(typed).replaceAll(' ', '').normalize('NFKC')

/** Of a to z alone: other letters have no one capital (ß, ı). */
const capitals = (text: string): string => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())

/** A number or name of the operator's: of a customer, a membership, an order, a guest pass. `qm – 10005` is `QM-10005`. */
export const normalReference = (typed: string): string =>
  capitals(withoutSpaces(typed).replaceAll(/[\p{Pd}\u2212]/gu, '-'))

/**
 * An e-mail address in lower case, its domain in ASCII as mail servers have it: `Jörg@Exämple.test` is
 * `jörg@xn--exmple-cua.test`. Letters that no keyboard's lower case joins stay apart: `otİs@…` is not `otis@…`.
 */
export const normalEmail = (typed: string): string => {
  const address = withoutSpaces(typed).toLowerCase().normalize('NFKC')
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`
}

/** What a person logs in with. */
export const normalLoginName = (typed: string): string =>
  typed.normalize('NFKC').includes('@') ? normalEmail(typed) : normalReference(typed)

export const normalPhone = visible

/** A British postcode has its space: `ol16 1ab` and `OL161AB` are `OL16 1AB`. */
export const normalPostcode = (typed: string): string => {
  const postcode = capitals(visible(typed))
  const [, outward, inward] = /^([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})$/.exec(postcode) ?? []
  return outward === undefined ? postcode : `${outward} ${inward ?? ''}`
}

/** The code of a booking or an order, typed or scanned: `7k2 q9x`, or an address that ends in it. */
export const normalTicketCode = (typed: string): string =>
  (
    visible(typed)
      .split(/[/=#?&]/)
      .at(-1) ?? ''
  )
    .replaceAll(/[^a-z0-9]/gi, '')
    .toUpperCase()

/** What is printed in groups: a code of an authenticator app, a recovery code, the numbers of a bank account. */
export const normalCode = (typed: string): string =>
  withoutSpaces(typed)
    .replaceAll(/\p{Pd}/gu, '')
    .toLowerCase()

const localPart = /^[\p{L}\p{M}\p{N}_'+-]+(?:\.[\p{L}\p{M}\p{N}_'+-]+)*$/u
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

/** Whether a normal form is that of an e-mail address. */
export const isEmail = (address: string): boolean => {
  const at = address.lastIndexOf('@')
  return localPart.test(address.slice(0, at)) && domain.test(address.slice(at + 1))
}

/** Browsers and Node have it. */
declare const URL: new (address: string) => { readonly hostname: string }

/** Left as it is where it is no domain. */
const asciiDomain = (name: string): string => {
  // Only what needs it: the parser reads `1.2` as an address of the internet protocol.
  if (/^[\u0021-\u007e]*$/.test(name) || !/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(name)) return name
  try {
    return new URL(`https://${name}`).hostname
  } catch {
    return name
  }
}
