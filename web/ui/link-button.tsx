import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router'

/** A router link that looks like a button. */
export function LinkButton({ to, ...button }: { to: string } & Omit<ButtonProps, 'href' | 'onClick'>) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLElement>(to)
  // antd renders an anchor when given an href, but its event type names the button only.
  return <Button {...button} href={href} onClick={event => follow(event as React.MouseEvent<HTMLAnchorElement>)} />
}
