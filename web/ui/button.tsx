import type { HTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import './button.css'

export interface ButtonProps extends Omit<HTMLAttributes<HTMLElement>, 'onClick'> {
  look?: 'default' | 'primary' | 'text' | 'link' | 'dashed' | undefined
  size?: 'small' | 'large' | undefined
  /** The action is destructive. */
  danger?: boolean | undefined
  /** The action is in progress: the button takes no further clicks, and keeps the focus. */
  loading?: boolean | undefined
  disabled?: boolean | undefined
  icon?: ReactNode
  iconPlacement?: 'start' | 'end' | undefined
  /** Takes the full width. */
  block?: boolean | undefined
  type?: 'button' | 'submit' | undefined
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  /** Makes it a link. */
  href?: string | undefined
  target?: string | undefined
  rel?: string | undefined
  download?: boolean | string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/**
 * A button, or a link that looks like one. antd's creates its styles in the browser, which took a quarter of a page's first script.
 */
export function Button({
  look = 'default',
  size,
  danger = false,
  loading = false,
  disabled = false,
  icon,
  iconPlacement = 'start',
  block = false,
  type = 'button',
  className = '',
  href,
  target,
  rel,
  download,
  ref,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const shared = {
    ...rest,
    className: `btn ${className}`,
    'data-look': look,
    'data-size': size,
    'data-danger': danger ? '' : undefined,
    'data-block': block ? '' : undefined,
    'data-icon': icon ? iconPlacement : undefined,
    'data-icon-only': icon && !children ? '' : undefined,
    'aria-busy': loading || undefined,
    onClick(event: MouseEvent<HTMLElement>) {
      // The click must not submit a form or follow a link either.
      if (loading || disabled) event.preventDefault()
      else onClick?.(event)
    },
  }
  const content = (
    <>
      {loading ? <span className="btn-spin" /> : icon && <span className="btn-icon">{icon}</span>}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </>
  )
  if (href === undefined)
    return (
      <button {...shared} ref={ref} type={type} disabled={disabled}>
        {content}
      </button>
    )
  return (
    <a
      {...shared}
      href={disabled ? undefined : href}
      target={target}
      rel={rel}
      download={download}
      aria-disabled={disabled || undefined}
    >
      {content}
    </a>
  )
}
