import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Spinner } from './Spinner.tsx'
import styles from './Button.module.css'

/**
 * A button, or a link that looks like one:
 *
 *   <Button variant="primary" size="lg" busy={login.requesting} type="submit">Log in</Button>
 *   <Link className={buttonClass({ variant: 'secondary' })} to={links.basket()}>Basket</Link>
 *
 * A busy button stays focusable, is announced as busy and ignores clicks. The default `type` is `button`.
 */
export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'text'
  /** 26, 34 or 42 px high; on touch screens the touch target is at least 44 px. */
  size?: 'sm' | 'md' | 'lg'
  /** Full width. */
  wide?: boolean
}

const variants = ['primary', 'secondary', 'text'] as const
const sizes = ['sm', 'md', 'lg'] as const

/** The CSS classes of a variant and size. Throws for an unknown variant (B12). */
export const buttonClass = ({ variant = 'primary', size = 'md', wide = false }: ButtonLook = {}): string => {
  if (!variants.includes(variant))
    throw new Error(`A button is ${variants.join(', ')}; not ${variant as string}`)
  if (!sizes.includes(size)) throw new Error(`A button's size is ${sizes.join(', ')}; not ${size as string}`)
  return [styles['button'], styles[variant], styles[size], wide ? styles['wide'] : '']
    .filter(Boolean)
    .join(' ')
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & { busy?: boolean; ref?: Ref<HTMLButtonElement>; children: ReactNode }

export const Button = ({
  variant,
  size,
  wide,
  busy = false,
  className,
  onClick,
  children,
  type,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type ?? 'button'}
    className={[
      buttonClass({
        ...(variant !== undefined && { variant }),
        ...(size !== undefined && { size }),
        ...(wide !== undefined && { wide }),
      }),
      className,
    ]
      .filter(Boolean)
      .join(' ')}
    aria-busy={busy || undefined}
    aria-disabled={busy || rest['aria-disabled']}
    onClick={(event) => {
      if (busy) event.preventDefault()
      else onClick?.(event)
    }}
  >
    {busy ? <Spinner size="inline" label="" /> : null}
    {children}
  </button>
)
