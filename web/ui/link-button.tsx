import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router'
import { useReach } from '#web/data/reach.ts'

/** A router link that looks like a button. Where it leads to a page of the console that somebody's duty does not reach, there is none. */
export function LinkButton({ to, ...button }: { to: string } & Omit<ButtonProps, 'href' | 'onClick'>) {
  const { reaches } = useReach()
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLElement>(to)
  // antd renders an anchor when given an href, but its event type names the button only.
  if (!reaches(to)) return null
  return <Button {...button} href={href} onClick={event => follow(event as React.MouseEvent<HTMLAnchorElement>)} />
}
