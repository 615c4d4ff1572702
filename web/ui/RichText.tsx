import { Fragment, type ReactNode } from 'react'

type Placeholder<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

/** The placeholders of a literal message; a computed message allows any. */
type Parts<Message extends string> = string extends Message
  ? Readonly<Record<string, ReactNode>>
  : Readonly<Record<Placeholder<Message>, ReactNode>>

/**
 * A sentence with links or emphasis inside: `<RichText message="I agree to the {terms}" terms={<Link …>} />`. The
 * sentence stays whole, so that a translation can reorder its parts.
 */
export const RichText = <const Message extends string>({
  message,
  ...parts
}: { message: Message } & Parts<Message>) => {
  const byName: Readonly<Record<string, ReactNode>> = parts
  return message
    .split(/\{(\w+)\}/)
    .map((piece, index) => <Fragment key={index}>{index % 2 === 0 ? piece : byName[piece]}</Fragment>)
}
