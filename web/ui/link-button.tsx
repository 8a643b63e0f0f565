import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router'

/** A link inside the app that looks like a button. */
export function LinkButton({ to, ...button }: { to: string } & Omit<ButtonProps, 'href' | 'onClick'>) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLElement>(to)
  // antd draws an anchor when it has an address; its event type names the button only.
  return <Button {...button} href={href} onClick={event => follow(event as React.MouseEvent<HTMLAnchorElement>)} />
}
